package io.dbharness.cql;

import io.dbharness.model.Operation;
import io.dbharness.model.OperationKind;
import java.util.List;
import java.util.Optional;
import java.util.random.RandomGenerator;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * The ratio of reads to writes.
 *
 * @param reads      parts of reads
 * @param writes     parts of writes
 * @param operations with at least one part, reads first
 */
record ReadWriteMix(int reads, int writes, List<Operation> operations) {

    private static final Operation READ = new Operation(0, "Read", OperationKind.READ);

    static final ReadWriteMix READS = new ReadWriteMix(1, 0, List.of(READ));
    static final ReadWriteMix WRITES = new ReadWriteMix(0, 1, List.of(write(0)));

    private static final Pattern TEXT = Pattern.compile("read=([0-9]{1,4}),write=([0-9]{1,4})");

    private static Operation write(int index) {
        return new Operation(index, "Write", OperationKind.WRITE);
    }

    /** Parses {@code read=1,write=1}; empty for any other text. */
    static Optional<ReadWriteMix> parse(String text) {
        return Optional.of(TEXT.matcher(text))
                .filter(Matcher::matches)
                .map(parts -> new ReadWriteMix(
                        Integer.parseInt(parts.group(1)), Integer.parseInt(parts.group(2)), List.of(READ, write(1))))
                .filter(mix -> mix.reads > 0 && mix.writes > 0);
    }

    Operation draw(RandomGenerator random) {
        boolean first = operations.size() == 1 || random.nextInt(reads + writes) < reads;
        return operations.get(first ? 0 : 1);
    }
}
