package io.dbharness.sysbench.operation;

/** Rows that one transaction has inserted and deleted. One thread. */
final class RowChange {

    private int inserted;
    private int deleted;

    void add(Step step, int rows) {
        if (step == Step.INSERT) {
            inserted += rows;
        } else if (step == Step.DELETE) {
            deleted += rows;
        }
    }

    int inserted() {
        return inserted;
    }

    int deleted() {
        return deleted;
    }
}
