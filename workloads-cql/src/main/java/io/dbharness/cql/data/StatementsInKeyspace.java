package io.dbharness.cql.data;

import com.datastax.oss.driver.api.core.CqlSession;
import com.datastax.oss.driver.api.core.ProtocolVersion;
import com.datastax.oss.driver.api.core.cql.SimpleStatement;

/** Statements of a user's own, which name tables without their keyspace. */
final class StatementsInKeyspace {

    private final CqlSession driver;
    private final String keyspace;
    private final boolean each;

    /** The keyspace has to be there: before Cassandra 4.0 only a session as a whole can be in one. */
    StatementsInKeyspace(CqlSession driver, String keyspace) {
        this.driver = driver;
        this.keyspace = keyspace;
        this.each = driver.getContext().getProtocolVersion().getCode() >= ProtocolVersion.V5.getCode();
        if (!each) {
            driver.execute("USE " + keyspace);
        }
    }

    SimpleStatement of(String cql) {
        SimpleStatement statement = SimpleStatement.newInstance(cql);
        return each ? statement.setKeyspace(keyspace) : statement;
    }

    CqlSession driver() {
        return driver;
    }
}
