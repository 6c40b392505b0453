package io.dbharness.study;

import io.dbharness.result.Merge;
import io.dbharness.result.RunResult;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * Where observations come from; those of different origins are never mixed in one cell.
 *
 * @param name         suffix of the names of its columns; empty for measured runs
 * @param observations in order
 * @param merges       of them
 */
public record Source(String name, List<Observation> observations, Merges merges) {

    /** The name of the origin with published figures. */
    public static final String PUBLISHED = "published";

    public Source(String name, List<Observation> observations) {
        this(name, observations, new Merges());
    }

    /** Returns the scope of these levels. */
    Scope scope(StudyDesign design, Map<String, String> where) {
        return new Scope(design, this, where, true);
    }

    boolean isOurs() {
        return name.isEmpty();
    }

    boolean isPublished() {
        return name.equals(PUBLISHED);
    }

    /** Returns a word for the kind of its values. */
    String word() {
        return isOurs() ? "measured" : name;
    }

    /** Where a value of it is from. */
    StudyTable.Basis basis(boolean printed) {
        StudyTable.Basis published = printed ? StudyTable.Basis.PRINTED : StudyTable.Basis.DERIVED;
        return isPublished() ? published : StudyTable.Basis.MEASURED;
    }

    /** Without the family if nothing here belongs to one, as nothing of a publication may. */
    Map<String, String> known(Map<String, String> where) {
        Map<String, String> known = new LinkedHashMap<>(where);
        if (observations.stream().noneMatch(o -> o.labels().containsKey(StudyDesign.FAMILY))) {
            known.remove(StudyDesign.FAMILY);
        }
        return known;
    }

    /** With this in front of what people read. */
    String suffix(String label) {
        return name.isEmpty() ? label : label.isEmpty() ? name : label + ", " + name;
    }

    /** Merges runs, the same runs only once: every cell, claim and chart of a study asks for them again. One thread. */
    static final class Merges {

        private final Map<List<String>, RunResult> merged = new HashMap<>();

        /** The runs together; those of one study differ in their directories. */
        RunResult of(List<Observation> runs) {
            return merged.computeIfAbsent(
                    runs.stream().map(Observation::directory).toList(),
                    directories -> Merge.runs(
                            runs.stream().flatMap(run -> run.result().stream()).toList()));
        }
    }
}
