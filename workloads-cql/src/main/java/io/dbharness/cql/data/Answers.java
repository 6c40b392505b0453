package io.dbharness.cql.data;

import io.dbharness.workload.Check;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentSkipListMap;
import java.util.stream.Collectors;

/** What the operations of a run were answered, told once after it. Thread-safe. */
public final class Answers {

    private final Map<String, Object> byOperation = new ConcurrentSkipListMap<>();

    Answers() {}

    /** Forgets an earlier run. */
    public void begin() {
        byOperation.clear();
    }

    /**
     * Adds an operation.
     *
     * @param counts whose text tells how many answers there were when the run is over
     */
    public void tell(String operation, Object counts) {
        byOperation.put(operation, counts);
    }

    /** Empty when no operation was added since it was last asked for. */
    Optional<Check> check(String when) {
        String detail = byOperation.entrySet().stream()
                .map(entry -> entry.getKey() + ": " + entry.getValue())
                .collect(Collectors.joining("; "));
        byOperation.clear();
        return detail.isEmpty() ? Optional.empty() : Optional.of(new Check("answers", when, true, detail));
    }
}
