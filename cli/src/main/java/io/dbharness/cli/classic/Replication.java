package io.dbharness.cli.classic;

import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * The words of {@code -schema replication(...)}.
 *
 * @param factor      replicas in each data centre
 * @param datacenters the replicas of each that is named; empty where none is
 */
record Replication(String factor, Map<String, String> datacenters) {

    static final Replication DEFAULT = new Replication("1", Map.of());

    static Replication of(ClassicWord word, TranslationBuilder draft) {
        String factor = DEFAULT.factor();
        Map<String, String> datacenters = new TreeMap<>();
        for (String part : word.value().split(",", -1)) {
            String name = part.replaceFirst("=.*", "").strip();
            String value =
                    part.substring(Math.min(part.length(), name.length() + 1)).strip();
            String strategy = value.replaceFirst(".*\\.", "");
            if (name.equalsIgnoreCase("strategy")) {
                if (!Stream.of("SimpleStrategy", "NetworkTopologyStrategy").anyMatch(strategy::equals)) {
                    draft.refuse(
                            word,
                            strategy
                                    + " is no strategy of Cassandra for tables of users; cassandra-stress refuses it, too");
                } else if (strategy.equals("SimpleStrategy")) {
                    draft.remark(
                            word,
                            "a keyspace is made with NetworkTopologyStrategy, which in one data centre does the same");
                }
            } else if (!value.matches("[1-9]")) {
                draft.refuse(word, "'" + part + "' has no number of replicas from 1 to 9; " + SchemaOptions.OWN);
            } else if (name.equalsIgnoreCase("factor") || name.equalsIgnoreCase("replication_factor")) {
                factor = value;
            } else {
                datacenters.put(name, value);
            }
        }
        return new Replication(factor, datacenters);
    }

    /** As {@code replication} of a target's address: {@code dc1:3,dc2:2}. */
    String ofAddress() {
        return datacenters.entrySet().stream()
                .map(datacenter -> datacenter.getKey() + ":" + datacenter.getValue())
                .collect(Collectors.joining(","));
    }
}
