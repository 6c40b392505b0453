package io.dbharness.cql.data;

import com.datastax.oss.driver.api.core.ConsistencyLevel;
import com.datastax.oss.driver.api.core.CqlSession;
import com.datastax.oss.driver.api.core.DriverException;
import com.datastax.oss.driver.api.core.cql.ResultSet;
import com.datastax.oss.driver.api.core.cql.SimpleStatement;
import io.dbharness.model.HarnessException;

/**
 * Where statements go that nobody measures.
 *
 * @param driver open
 * @param level  of those that read and write rows
 */
record Desk(CqlSession driver, ConsistencyLevel level) {

    /** Throws a {@link HarnessException} with the cluster's own words when it refuses. */
    ResultSet execute(String statement, Object... values) {
        try {
            return driver.execute(SimpleStatement.newInstance(statement, values).setConsistencyLevel(level));
        } catch (DriverException e) {
            throw new HarnessException("the cluster refuses to look after the data set: " + e.getMessage(), e);
        }
    }
}
