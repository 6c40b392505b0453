package io.dbharness.doctor;

import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/**
 * What was found out. Plain records, so that it can be printed as text and as JSON alike.
 *
 * @param tool        name, version and commit
 * @param takenAt     when, in UTC
 * @param sections    what was read and measured
 * @param conclusions what can be trusted here, empty when nothing could be measured
 * @param advice      what to change, most harmful first
 */
public record Diagnosis(
        String tool, String takenAt, List<Section> sections, List<Conclusion> conclusions, List<Advice> advice) {

    public Diagnosis {
        sections = List.copyOf(sections);
        conclusions = List.copyOf(conclusions);
        advice = List.copyOf(advice);
    }

    /** Readings that belong together. */
    public record Section(String title, List<Reading> readings) {

        public Section {
            readings = List.copyOf(readings);
        }
    }

    /**
     * One thing that was looked at.
     *
     * @param name    what
     * @param text    what it is, in words
     * @param figures the same in numbers, by names that end with their unit; none where there are none
     */
    public record Reading(String name, String text, Map<String, Double> figures) {

        static final String UNTOLD = "not told by this system";

        public Reading {
            figures = Collections.unmodifiableMap(new TreeMap<>(figures));
        }

        static Reading of(String name, String text) {
            return new Reading(name, text, Map.of());
        }

        static Reading untold(String name) {
            return of(name, UNTOLD);
        }
    }

    /**
     * What follows from what was measured.
     *
     * @param name    what
     * @param text    how much
     * @param formula how it was calculated
     * @param figures the numbers, by names that end with their unit
     */
    public record Conclusion(String name, String text, String formula, Map<String, Double> figures) {

        public Conclusion {
            figures = Collections.unmodifiableMap(new TreeMap<>(figures));
        }
    }

    /**
     * Something that harms measurements here.
     *
     * @param finding what it is and what it does
     * @param change  what to do about it, a command where there is one
     */
    public record Advice(String finding, String change) {}
}
