package io.dbharness.cql.data;

import com.datastax.oss.driver.api.core.ConsistencyLevel;
import com.datastax.oss.driver.api.core.CqlSession;
import com.datastax.oss.driver.api.core.DefaultConsistencyLevel;
import com.datastax.oss.driver.api.core.config.DefaultDriverOption;
import com.datastax.oss.driver.api.core.config.DriverExecutionProfile;
import com.datastax.oss.driver.api.core.cql.PreparedStatement;
import com.datastax.oss.driver.api.core.cql.SimpleStatement;
import java.util.Optional;

/** Statements for measured requests. */
final class Requests {

    private Requests() {}

    /** Prepares a statement with every setting that the driver would otherwise look up at each request. */
    static PreparedStatement prepare(CqlSession driver, String text, ConsistencyLevel level) {
        return prepare(driver, text, level, Optional.empty());
    }

    /** @param serial level of the condition of a conditional write; the target's level if empty */
    static PreparedStatement prepare(
            CqlSession driver, String text, ConsistencyLevel level, Optional<ConsistencyLevel> serial) {
        DriverExecutionProfile settings = driver.getContext().getConfig().getDefaultProfile();
        SimpleStatement statement = SimpleStatement.newInstance(text)
                .setConsistencyLevel(level)
                .setSerialConsistencyLevel(serial.orElseGet(() -> DefaultConsistencyLevel.valueOf(
                        settings.getString(DefaultDriverOption.REQUEST_SERIAL_CONSISTENCY))))
                .setTimeout(settings.getDuration(DefaultDriverOption.REQUEST_TIMEOUT))
                .setPageSize(settings.getInt(DefaultDriverOption.REQUEST_PAGE_SIZE))
                .setIdempotent(settings.getBoolean(DefaultDriverOption.REQUEST_DEFAULT_IDEMPOTENCE));
        return AdminSession.prepare(driver, statement);
    }
}
