package io.dbharness.cql;

import io.dbharness.cql.profile.SpreadText;
import io.dbharness.model.Problems;
import io.dbharness.workload.Parameter;

/** Distributions of cassandra-stress over numbers from 1. */
record Spreads() implements Parameter.Domain {

    @Override
    public String label() {
        return "DISTRIBUTION";
    }

    @Override
    public boolean contains(String text) {
        return SpreadText.parse(text, "", new Problems())
                .filter(spread -> spread.least() >= 1)
                .isPresent();
    }

    @Override
    public String expectation() {
        return "a distribution over numbers from 1, such as uniform(1..1M), gaussian(1..1M) or seq(1..1M)";
    }
}
