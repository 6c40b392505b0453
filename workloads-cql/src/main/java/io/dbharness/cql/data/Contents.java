package io.dbharness.cql.data;

import com.datastax.oss.driver.api.core.cql.BoundStatement;
import io.dbharness.random.Seed;
import java.util.Iterator;
import java.util.function.LongFunction;

/** What a table is to hold, in units that are loaded one by one. */
interface Contents {

    /**
     * What is known without asking anybody.
     *
     * @param keyspace of the table
     * @param table    its name
     * @param scale    how much of what, in words: two loads of the same scale and seed hold the same
     * @param unit     what the units are, in the plural
     * @param rows     about how many rows a unit has
     */
    record Facts(String keyspace, String table, String scale, String unit, double rows) {}

    Facts facts();

    /** How many units; asked when a load begins, in a keyspace that is there. */
    long units();

    /** The keyspace may be there. */
    void createKeyspace();

    /** A table in the way has been removed; one that a load left unfinished may be there. */
    void createTable();

    /** The writes of a unit, numbered from 0; each may be repeated. */
    LongFunction<Iterator<BoundStatement>> writes(Seed seed, long version);
}
