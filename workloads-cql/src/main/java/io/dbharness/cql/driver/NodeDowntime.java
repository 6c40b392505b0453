package io.dbharness.cql.driver;

import io.dbharness.sut.ServerProbe.Absence;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * Records when nodes were away: nodes that the driver considers down, and nodes that leave a question unanswered for {@link #LONG_SILENCE}.
 * Not thread-safe: one thread.
 */
final class NodeDowntime {

    /** A busy node answers late. */
    static final Duration LONG_SILENCE = Duration.ofSeconds(4);

    private static final String DOWN = "was down";
    private static final String SILENT = "did not answer";

    private final Map<String, Away> open = new HashMap<>();
    private final Map<String, List<Absence>> over = new HashMap<>();

    private record Away(String how, Instant from) {}

    /**
     * Records the state of a node at an instant.
     *
     * @param now         the time of the observation
     * @param up          true if the driver has connections to the node, or may open them
     * @param silentSince the time of the oldest question that the node has not answered; null if it has answered all
     */
    void see(String node, Instant now, boolean up, @Nullable Instant silentSince) {
        boolean silent =
                silentSince != null && Duration.between(silentSince, now).compareTo(LONG_SILENCE) >= 0;
        Away before = open.get(node);
        if (!up || silent) {
            Instant from = before != null ? before.from : silentSince == null ? now : silentSince;
            String how = !up || (before != null && before.how.equals(DOWN)) ? DOWN : SILENT;
            open.put(node, new Away(how, from));
        } else if (before != null && silentSince == null) {
            open.remove(node);
            over.computeIfAbsent(node, first -> new ArrayList<>())
                    .add(new Absence(before.how, before.from, Optional.of(now)));
        }
    }

    /** Returns the absences of a node since the last call. A node that is still away appears in every call. */
    List<Absence> take(String node) {
        List<Absence> taken =
                new ArrayList<>(Optional.ofNullable(over.remove(node)).orElse(List.of()));
        Away still = open.get(node);
        if (still != null) {
            taken.add(new Absence(still.how, still.from, Optional.empty()));
        }
        return taken;
    }
}
