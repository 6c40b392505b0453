package io.dbharness.jdbc;

import static org.assertj.core.api.Assertions.assertThat;

import org.jdbi.v3.core.Handle;

/** Waits for what a server does in its own time, by asking it again; the pause between is the server's. */
final class Eventually {

    private static final int ATTEMPTS = 6_000;

    private Eventually() {}

    /** Until the query answers with the expected text, for a minute at least. */
    static void answers(Handle handle, String sql, String expected) {
        String answer = "";
        for (int i = 0; i < ATTEMPTS && !answer.equals(expected); i++) {
            handle.execute("SELECT pg_sleep(0.01)");
            answer = handle.createQuery(sql).mapTo(String.class).one();
        }
        assertThat(answer).as(sql).isEqualTo(expected);
    }
}
