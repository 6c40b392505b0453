package io.dbharness.spec;

import java.nio.file.Path;
import java.util.List;

/**
 * Agents that send the load, coordinated by this process.
 *
 * @param count how many, at least 1
 * @param bind  where this process is reached by them, {@code HOST:PORT}; port 0 takes any that is free
 * @param join  where some of them are reached, {@code HOST:PORT} each
 * @param key   the file with the key that all of them have
 */
public record AgentsSpec(int count, String bind, List<String> join, Path key) {

    public AgentsSpec {
        join = List.copyOf(join);
        if (count < 1 || join.isEmpty()) {
            throw new IllegalArgumentException("not agents: " + count + ", joined at " + join);
        }
    }
}
