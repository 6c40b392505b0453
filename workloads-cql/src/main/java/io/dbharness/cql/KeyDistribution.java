package io.dbharness.cql;

import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.concurrent.atomic.AtomicLong;

/** Which rows are asked for how often. */
enum KeyDistribution {
    UNIFORM {
        @Override
        RowChooser over(long rows) {
            return random -> random.nextLong(rows);
        }
    },
    /** A bell over all rows: the middle row at its top, the ends three standard deviations away; what falls beyond is drawn again. */
    GAUSSIAN {
        private static final double DEVIATIONS = 6;

        @Override
        RowChooser over(long rows) {
            return random -> {
                long row;
                do {
                    row = (long) Math.floor(rows / 2.0 + random.nextGaussian() * rows / DEVIATIONS);
                } while (row < 0 || row >= rows);
                return row;
            };
        }
    },
    /** Row k is asked for in proportion to 1 / (k + 1)^0.99, the skew of YCSB. */
    ZIPFIAN {
        private static final double SKEW = 0.99;

        @Override
        RowChooser over(long rows) {
            Zipf zipf = new Zipf(rows, SKEW);
            return random -> zipf.draw(random) - 1;
        }
    },
    /** One row after the other, over all users together, from the first again after the last. */
    SEQUENCE {
        @Override
        RowChooser over(long rows) {
            AtomicLong next = new AtomicLong();
            return random -> next.getAndIncrement() % rows;
        }
    };

    /** A chooser of rows from 0 to before {@code rows}, shared by all users. */
    abstract RowChooser over(long rows);

    String word() {
        return name().toLowerCase(Locale.ROOT);
    }

    static List<String> words() {
        return Arrays.stream(values()).map(KeyDistribution::word).toList();
    }

    static KeyDistribution of(String word) {
        return valueOf(word.toUpperCase(Locale.ROOT));
    }
}
