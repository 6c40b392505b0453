package io.dbharness.sysbench.data;

import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;

/**
 * One of the tables.
 *
 * @param number number of the table, from 1
 */
record SysbenchTable(int number) {

    /** The folder of the scripts of definitions, each for one table. */
    static final String SCRIPTS = "sysbench/ddl";

    static final List<String> COLUMNS = List.of("id", "k", "c", "pad");

    private static final String PREFIX = "sbtest";
    private static final String NUMBER = "n";

    static List<SysbenchTable> all(int count) {
        return IntStream.rangeClosed(1, count).mapToObj(SysbenchTable::new).toList();
    }

    /** Returns the table with a name like {@code sbtest7}. */
    static SysbenchTable named(String name) {
        return new SysbenchTable(Integer.parseInt(name.substring(PREFIX.length())));
    }

    String sqlName() {
        return PREFIX + number;
    }

    /** Returns a statement for all tables with the number of this one. */
    String in(String sql) {
        return sql.replace("${" + NUMBER + "}", String.valueOf(number));
    }

    /** Returns the value of {@code ${n}} in a script. */
    Map<String, String> variable() {
        return Map.of(NUMBER, String.valueOf(number));
    }
}
