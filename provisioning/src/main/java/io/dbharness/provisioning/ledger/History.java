package io.dbharness.provisioning.ledger;

import io.dbharness.provisioning.spi.Facts;
import io.dbharness.provisioning.spi.Run;
import io.dbharness.provisioning.spi.Step;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/**
 * What the lines of a ledger add up to. Immutable.
 *
 * @param run      what it is the ledger of; nothing before its first line
 * @param since    when that was written, in ISO form; empty before
 * @param standing begun and not undone, in the order of their beginning
 * @param done     the ids of those of them that were done
 * @param facts    what they said
 */
public record History(Optional<Run> run, String since, List<Step> standing, Set<String> done, Facts facts) {

    public History {
        standing = List.copyOf(standing);
        done = Set.copyOf(done);
    }

    static History of(Path directory, List<Entry> entries) {
        Optional<Entry> first =
                entries.stream().filter(entry -> entry.what() == Entry.What.RUN).findFirst();
        Map<String, Step> standing = new LinkedHashMap<>();
        Map<String, Map<String, String>> facts = new LinkedHashMap<>();
        for (Entry entry : entries) {
            switch (entry.what()) {
                case RUN -> {
                    // Read above.
                }
                case BEGUN -> standing.putIfAbsent(entry.id(), entry.step());
                case DONE -> facts.put(entry.id(), entry.facts());
                case UNDONE -> {
                    standing.remove(entry.id());
                    facts.remove(entry.id());
                }
            }
        }
        return new History(
                first.map(entry -> entry.run(directory)),
                first.map(Entry::at).orElse(""),
                new ArrayList<>(standing.values()),
                facts.keySet(),
                new Facts(facts));
    }

    /** The step of this id, if it stands. */
    public Optional<Step> standing(String id) {
        return standing.stream().filter(step -> step.id().equals(id)).findFirst();
    }
}
