package io.dbharness.cql.target;

import com.datastax.oss.driver.api.core.CqlSession;
import io.dbharness.target.Session;

/**
 * The driver's one session as all users share it; the target closes it. Thread-safe.
 *
 * @param driver open
 */
public record CqlConversation(CqlSession driver) implements Session {

    @Override
    public void reset() {}

    @Override
    public void close() {}
}
