package io.dbharness.request;

import java.nio.file.Path;
import java.util.List;

/**
 * Agents that send the load, coordinated by this process.
 *
 * @param count number of agents, at least 1
 * @param bind  address on which the agents reach this process, {@code HOST:PORT}; port 0 selects a free port
 * @param join  addresses of some of the agents, {@code HOST:PORT} each
 * @param key   file with the key that all agents share
 */
public record AgentsSpec(int count, String bind, List<String> join, Path key) {

    public AgentsSpec {
        join = List.copyOf(join);
        if (count < 1 || join.isEmpty()) {
            throw new IllegalArgumentException("not agents: " + count + ", joined at " + join);
        }
    }
}
