package io.dbharness.cql;

import io.dbharness.model.Operation;
import io.dbharness.model.OperationKind;
import java.util.List;
import java.util.Optional;
import java.util.random.RandomGenerator;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * How many reads come to how many writes.
 *
 * @param reads  parts of reads
 * @param writes parts of writes
 */
record Mix(int reads, int writes) {

    private static final Operation READ = new Operation(0, "Read", OperationKind.READ);
    private static final Operation WRITE = new Operation(1, "Write", OperationKind.WRITE);
    private static final Operation ONLY_WRITE = new Operation(0, "Write", OperationKind.WRITE);

    static final Mix READS = new Mix(1, 0);
    static final Mix WRITES = new Mix(0, 1);

    private static final Pattern TEXT = Pattern.compile("read=([0-9]{1,4}),write=([0-9]{1,4})");

    Mix {
        if (reads + writes == 0) {
            throw new IllegalArgumentException("neither reads nor writes");
        }
    }

    /** {@code read=1,write=1}; empty for anything else. */
    static Optional<Mix> parse(String text) {
        Matcher matcher = TEXT.matcher(text);
        if (!matcher.matches()) {
            return Optional.empty();
        }
        int reads = Integer.parseInt(matcher.group(1));
        int writes = Integer.parseInt(matcher.group(2));
        return reads > 0 && writes > 0 ? Optional.of(new Mix(reads, writes)) : Optional.empty();
    }

    /** Only those that occur, reads first. */
    List<Operation> operations() {
        if (writes == 0) {
            return List.of(READ);
        }
        return reads == 0 ? List.of(write()) : List.of(READ, write());
    }

    Operation draw(RandomGenerator random) {
        if (writes == 0) {
            return READ;
        }
        return reads == 0 || random.nextInt(reads + writes) >= reads ? write() : READ;
    }

    private Operation write() {
        return reads == 0 ? ONLY_WRITE : WRITE;
    }
}
