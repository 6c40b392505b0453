package io.dbharness.cql.data;

import com.datastax.oss.driver.api.core.ConsistencyLevel;
import com.datastax.oss.driver.api.core.CqlSession;
import com.datastax.oss.driver.api.core.DriverException;
import com.datastax.oss.driver.api.core.ProtocolVersion;
import com.datastax.oss.driver.api.core.cql.ResultSet;
import com.datastax.oss.driver.api.core.cql.SimpleStatement;
import com.datastax.oss.driver.api.core.servererrors.AlreadyExistsException;
import io.dbharness.cql.driver.Levels;
import io.dbharness.model.HarnessException;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Runs the statements that are not measured: those that create, mark and remove a data set.
 *
 * @param driver open
 * @param level  of those that read and write rows
 */
record AdminSession(CqlSession driver, ConsistencyLevel level) {

    private static final Logger LOG = LoggerFactory.getLogger(AdminSession.class);

    /** Of ten seconds each, the driver's own limit: nodes that are busy take long to hear of a new table. */
    private static final int AGREEMENT_CHECKS = 12;

    /** Throws a {@link HarnessException} with the statement and the cluster's own words when it refuses. */
    ResultSet execute(String statement, Object... values) {
        return execute(SimpleStatement.newInstance(statement, values));
    }

    /**
     * The same for what creates something; what is there already is left as it is.
     *
     * @param keyspace that names are of which stand without; empty for a statement without such
     */
    void executeUnlessThere(String keyspace, String definition) {
        SimpleStatement statement = SimpleStatement.newInstance(definition);
        boolean each = driver.getContext().getProtocolVersion().getCode() >= ProtocolVersion.V5.getCode();
        if (!keyspace.isEmpty() && !each) {
            // Before Cassandra 4.0 only a session as a whole can be in a keyspace.
            driver.execute("USE " + keyspace);
        }
        try {
            execute(keyspace.isEmpty() || !each ? statement : statement.setKeyspace(keyspace));
        } catch (HarnessException e) {
            if (!(e.getCause() instanceof AlreadyExistsException)) {
                throw e;
            }
            LOG.debug("left as it is", e);
        }
    }

    private ResultSet execute(SimpleStatement statement) {
        try {
            ResultSet result = driver.execute(statement.setConsistencyLevel(Levels.ofWrites(level)));
            if (!result.getExecutionInfo().isSchemaInAgreement()) {
                awaitAgreement(statement.getQuery());
            }
            return result;
        } catch (DriverException e) {
            throw new HarnessException(
                    "the cluster refuses '" + statement.getQuery().strip() + "': " + e.getMessage(), e);
        }
    }

    /** Before it, a statement sent to another node would be told that the table does not exist. */
    private void awaitAgreement(String statement) {
        LOG.debug("not all nodes know yet of: {}", statement);
        for (int check = 0; check < AGREEMENT_CHECKS; check++) {
            if (driver.checkSchemaAgreement()) {
                return;
            }
        }
        throw new HarnessException("the nodes of the cluster still have different schemas after '" + statement.strip()
                + "'; 'nodetool describecluster' names them");
    }
}
