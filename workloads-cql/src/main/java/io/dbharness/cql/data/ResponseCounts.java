package io.dbharness.cql.data;

import io.dbharness.workload.Check;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentSkipListMap;
import java.util.stream.Collectors;

/** Collects the counts of answers per operation of a run and reports them once after it. Thread-safe. */
public final class ResponseCounts {

    private final Map<String, Object> byOperation = new ConcurrentSkipListMap<>();

    ResponseCounts() {}

    /** Discards the counts of an earlier run. */
    public void begin() {
        byOperation.clear();
    }

    /**
     * Adds an operation.
     *
     * @param counts its {@code toString()} describes the answers once the run is over
     */
    public void tell(String operation, Object counts) {
        byOperation.put(operation, counts);
    }

    /** Returns the check; empty if no operation was added since the last call. */
    Optional<Check> check(String when) {
        String detail = byOperation.entrySet().stream()
                .map(entry -> entry.getKey() + ": " + entry.getValue())
                .collect(Collectors.joining("; "));
        byOperation.clear();
        return detail.isEmpty() ? Optional.empty() : Optional.of(new Check("answers", when, true, detail));
    }
}
