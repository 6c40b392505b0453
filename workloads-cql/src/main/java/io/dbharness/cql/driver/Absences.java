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

/** Keeps when nodes were away: those that the driver holds to be down, and those that answer no question for long. One thread. */
final class Absences {

    /** A busy node answers late. */
    static final Duration LONG_SILENCE = Duration.ofSeconds(4);

    private static final String DOWN = "was down";
    private static final String SILENT = "did not answer";

    private final Map<String, Away> open = new HashMap<>();
    private final Map<String, List<Absence>> over = new HashMap<>();

    private record Away(String how, Instant from) {}

    /**
     * How a node is found.
     *
     * @param now         when
     * @param up          whether the driver has connections to it, or may open them
     * @param silentSince when the question was asked that it has not answered yet; null when it has answered
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

    /** Of a node since this was called last; one that is still away is told of again. */
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
