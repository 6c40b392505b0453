package io.dbharness.cql.driver;

import com.datastax.oss.driver.api.core.CqlSession;
import io.dbharness.sut.Session;

/**
 * The driver's one session, which all users share; the target closes it. Thread-safe.
 *
 * @param driver open
 */
public record DriverSession(CqlSession driver) implements Session {

    @Override
    public void reset() {}

    @Override
    public void close() {}
}
