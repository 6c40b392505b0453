package io.dbharness.cql.data;

import com.datastax.oss.driver.api.core.cql.BoundStatement;
import com.datastax.oss.driver.api.core.cql.Row;
import com.datastax.oss.driver.api.core.metadata.token.TokenRange;
import io.dbharness.cql.profile.Column;
import io.dbharness.cql.profile.CqlProfile;
import io.dbharness.model.FileWork;
import io.dbharness.model.HarnessException;
import io.dbharness.result.Csv;
import java.nio.ByteBuffer;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Objects;
import java.util.function.Function;
import java.util.stream.IntStream;

/**
 * Reads the keys of existing rows that another program has written.
 *
 * @param source as the user typed it: {@code generated}, {@code scan} or the name of a file
 */
public record ForeignKeys(String source) {

    public static final String GENERATED = "generated";
    public static final String SCAN = "scan";

    /** The keys of a million rows with a few short columns take some 200 MB. */
    static final int MOST = 1_000_000;

    private static final int MOST_SCANNED = 100_000;

    boolean scanned() {
        return source.equals(SCAN);
    }

    /** Returns the keys; empty if the profile draws them. */
    List<List<ByteBuffer>> read(AdminSession admin, CqlProfile profile, ProfileStatements statements) {
        return switch (source) {
            case GENERATED -> List.of();
            case SCAN -> scan(admin, profile, statements);
            default -> file(Path.of(source), profile);
        };
    }

    /** Reads the same number of keys from each token range. The choice is as good as random, because tokens are. */
    private static List<List<ByteBuffer>> scan(AdminSession admin, CqlProfile profile, ProfileStatements statements) {
        List<TokenRange> ranges = statements.ranges();
        int each = Math.max(1, MOST_SCANNED / Math.max(1, ranges.size()));
        Function<TokenRange, BoundStatement> keys = statements.keys(each);
        List<List<ByteBuffer>> found = new ArrayList<>();
        for (TokenRange range : ranges) {
            for (Row row : AdminSession.execute(admin.driver(), keys.apply(range))) {
                found.add(IntStream.range(0, profile.keys().size())
                        .mapToObj(i -> Objects.requireNonNull(row.getBytesUnsafe(i), "of a key"))
                        .toList());
            }
        }
        if (found.isEmpty()) {
            throw new HarnessException("the table " + profile.keyspace() + "." + profile.table()
                    + " has no rows whose keys could be taken; give --keys FILE or --keys generated");
        }
        return found;
    }

    /** Reads keys from a CSV file. Its first line names all columns of the partition key and leading clustering columns. */
    private static List<List<ByteBuffer>> file(Path path, CqlProfile profile) {
        List<List<String>> lines = Csv.parse(FileWork.text(path));
        if (lines.size() < 2 || lines.size() > MOST + 1) {
            throw new HarnessException(path + " must have a line with names of columns and 1 to " + MOST
                    + " lines of keys, not " + Math.max(0, lines.size() - 1));
        }
        List<String> names = lines.get(0).stream()
                .map(name -> name.strip().toLowerCase(Locale.ROOT))
                .toList();
        List<Column> columns = profile.keys().stream()
                .filter(column -> column.kind() == Column.Kind.PARTITION
                        || names.contains(column.name().toLowerCase(Locale.ROOT)))
                .toList();
        List<String> missing = columns.stream()
                .map(Column::name)
                .filter(name -> !names.contains(name.toLowerCase(Locale.ROOT)))
                .toList();
        if (!missing.isEmpty() || !columns.equals(profile.keys().subList(0, columns.size()))) {
            throw new HarnessException(path + " must name the columns of the key of " + profile.table()
                    + " in its first line, in their order: "
                    + String.join(
                            ", ", profile.keys().stream().map(Column::name).toList()));
        }
        List<List<ByteBuffer>> keys = new ArrayList<>();
        for (int line = 1; line < lines.size(); line++) {
            keys.add(key(path, line + 1, lines.get(line), names, columns));
        }
        return keys;
    }

    private static List<ByteBuffer> key(
            Path path, int number, List<String> fields, List<String> names, List<Column> columns) {
        List<ByteBuffer> key = new ArrayList<>();
        for (Column column : columns) {
            int at = names.indexOf(column.name().toLowerCase(Locale.ROOT));
            String text = at < fields.size() ? fields.get(at) : "";
            key.add(column.read(text)
                    .orElseThrow(() -> new HarnessException(path + ", line " + number + ": '" + text
                            + "' is no value of the column " + column.name())));
        }
        return key;
    }
}
