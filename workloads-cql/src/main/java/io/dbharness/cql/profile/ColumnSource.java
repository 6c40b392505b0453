package io.dbharness.cql.profile;

import io.dbharness.model.HarnessException;
import io.dbharness.profile.CsvColumn;
import io.dbharness.profile.Derived;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.function.Consumer;

/**
 * Where the values of a column come from, if it is not its key alone, as in cassandra-stress.
 *
 * @param text    in the profile
 * @param kind    of the source
 * @param derived makes a derived value
 * @param lines   values of a CSV file
 */
record ColumnSource(String text, Kind kind, Optional<Derived> derived, Optional<CsvColumn> lines) {

    static final String KNOWN = "fresh, now, csv(FILE, COLUMN), " + Derived.KNOWN;

    /** The name of the partition's number, from 0, in derived values of the partition key. */
    static final String ORDINAL = "ordinal";

    /** The kinds of sources. */
    enum Kind {
        /** Drawn again for each write. */
        FRESH,
        /** The time of the write. */
        NOW,
        /** Made from other columns. */
        DERIVED,
        /** Taken from a line of a file, whose number is drawn. */
        CSV
    }

    /** Returns true if each write of a row has another value. */
    boolean isPerWrite() {
        return kind == Kind.FRESH || kind == Kind.NOW;
    }

    /**
     * Parses a source; empty after a problem.
     *
     * @param folder   of files that it names
     * @param others   receives the names of columns that it needs
     * @param problems receives the ends of sentences about the text
     */
    static Optional<ColumnSource> parse(String given, Path folder, Set<String> others, Consumer<String> problems) {
        String text = given.strip();
        if (text.equals("fresh") || text.equals("now")) {
            Kind kind = text.equals("now") ? Kind.NOW : Kind.FRESH;
            return Optional.of(new ColumnSource(text, kind, Optional.empty(), Optional.empty()));
        }
        List<String> csv = CsvColumn.arguments(text);
        if (csv.size() == 2) {
            try {
                CsvColumn column = CsvColumn.read(folder.resolve(csv.get(0)), csv.get(1));
                return Optional.of(new ColumnSource(
                        text + " #" + column.hashCode(), Kind.CSV, Optional.empty(), Optional.of(column)));
            } catch (HarnessException e) {
                problems.accept("has a file that cannot be used: " + e.getMessage());
                return Optional.empty();
            }
        }
        List<String> needed = new ArrayList<>();
        Optional<Derived> derived = Derived.parse(text, name -> {
            needed.add(CreateTable.identifier(name));
            return name.matches("\\w+|\"[^\"]+\"")
                    ? Optional.of(inputs -> inputs.values().apply(CreateTable.identifier(name)))
                    : Optional.empty();
        });
        if (derived.isEmpty()) {
            problems.accept("'" + text + "' is no source of values; known are " + KNOWN);
            return Optional.empty();
        }
        others.addAll(needed);
        return Optional.of(new ColumnSource(text, Kind.DERIVED, derived, Optional.empty()));
    }

    @Override
    public String toString() {
        return text;
    }
}
