package io.dbharness.insertdelete;

import java.util.concurrent.atomic.LongAdder;

/**
 * What the calls of a run have done to the number of rows. A call that was sent and never answered has an unknown outcome: it counts as
 * neither, and bounds what may be found. Thread-safe.
 */
final class Ledger {

    private final Column inserts = new Column();
    private final Column deletes = new Column();

    /** The calls of one kind. */
    static final class Column {

        private final LongAdder sent = new LongAdder();
        private final LongAdder answered = new LongAdder();
        private final LongAdder done = new LongAdder();

        void sent() {
            sent.increment();
        }

        void done() {
            done.increment();
            answered.increment();
        }

        /** Refused, says the server: nothing has changed. */
        void refused() {
            answered.increment();
        }

        private long unknown() {
            return sent.sum() - answered.sum();
        }

        private void reset() {
            sent.reset();
            answered.reset();
            done.reset();
        }
    }

    /**
     * What has happened since some moment.
     *
     * @param inserted       rows known to be inserted
     * @param deleted        rows known to be deleted
     * @param unknownInserts of unknown outcome
     * @param unknownDeletes of unknown outcome
     */
    record Balance(long inserted, long deleted, long unknownInserts, long unknownDeletes) {

        /** Rows that may be there, from this many on. */
        long fewest(long before) {
            return before + inserted - deleted - unknownDeletes;
        }

        /** Up to this many. */
        long most(long before) {
            return before + inserted - deleted + unknownInserts;
        }
    }

    Column inserts() {
        return inserts;
    }

    Column deletes() {
        return deletes;
    }

    /** Since the last {@link #reset}. */
    Balance balance() {
        return new Balance(inserts.done.sum(), deletes.done.sum(), inserts.unknown(), deletes.unknown());
    }

    /** Starts anew; to be called while nothing runs. */
    void reset() {
        inserts.reset();
        deletes.reset();
    }
}
