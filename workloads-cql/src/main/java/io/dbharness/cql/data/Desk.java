package io.dbharness.cql.data;

import com.datastax.oss.driver.api.core.ConsistencyLevel;
import com.datastax.oss.driver.api.core.CqlSession;
import com.datastax.oss.driver.api.core.DriverException;
import com.datastax.oss.driver.api.core.cql.ResultSet;
import com.datastax.oss.driver.api.core.cql.SimpleStatement;
import com.datastax.oss.driver.api.core.servererrors.AlreadyExistsException;
import io.dbharness.model.HarnessException;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Where statements go that nobody measures.
 *
 * @param driver open
 * @param level  of those that read and write rows
 */
record Desk(CqlSession driver, ConsistencyLevel level) {

    private static final Logger LOG = LoggerFactory.getLogger(Desk.class);

    /** Throws a {@link HarnessException} with the cluster's own words when it refuses. */
    ResultSet execute(String statement, Object... values) {
        try {
            return driver.execute(SimpleStatement.newInstance(statement, values).setConsistencyLevel(level));
        } catch (DriverException e) {
            throw refused(e);
        }
    }

    /** The same for what creates something; what is there already is left as it is. */
    void executeUnlessThere(SimpleStatement definition) {
        try {
            driver.execute(definition.setConsistencyLevel(level));
        } catch (AlreadyExistsException e) {
            LOG.debug("left as it is", e);
        } catch (DriverException e) {
            throw refused(e);
        }
    }

    private static HarnessException refused(DriverException e) {
        return new HarnessException("the cluster refuses to look after the data set: " + e.getMessage(), e);
    }
}
