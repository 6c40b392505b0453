package io.dbharness.cql;

import io.dbharness.workload.Parameter;

/** Ratios of reads to writes. */
record Mixes() implements Parameter.Domain {

    @Override
    public String label() {
        return "read=N,write=N";
    }

    @Override
    public boolean contains(String text) {
        return Mix.parse(text).isPresent();
    }

    @Override
    public String expectation() {
        return "read=N,write=N with whole numbers from 1 to 9999";
    }
}
