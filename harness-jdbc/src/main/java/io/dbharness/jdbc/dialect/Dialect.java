package io.dbharness.jdbc.dialect;

import io.dbharness.model.FailureKind;
import io.dbharness.model.Problems;
import io.dbharness.target.TargetSpec;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.List;
import org.jdbi.v3.core.Handle;

/** One database product. Found by {@link java.util.ServiceLoader}; stateless and thread-safe. */
public interface Dialect {

    /** The first of its {@link #lineage}, for example {@code postgresql}. */
    String name();

    /** Names of the SQL files that apply, the most specific first, for example {@code postgresql, ansi}. */
    List<String> lineage();

    boolean accepts(String jdbcUrl);

    /** Notes everything that can never work in the address. Opens nothing. */
    void check(TargetSpec spec, Problems problems);

    /**
     * A new connection with the driver's settings for its use; autocommit and isolation are as the driver and the server give them.
     *
     * @throws io.dbharness.model.TargetUnreachableException with one sentence on where, why and what to check; its cause is the driver's
     *     exception
     * @throws io.dbharness.model.HarnessException when the thread is interrupted meanwhile; the flag is restored
     */
    Connection connect(TargetSpec spec, ConnectionUse use);

    /** Judges a failure by the product's own codes, walking causes and next exceptions. Never {@code NONE}. */
    FailureKind classify(SQLException failure);

    BulkLoader bulkLoader();

    /** What the server says about itself to the session behind the handle. */
    ServerFacts facts(Handle handle);
}
