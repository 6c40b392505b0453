package io.dbharness.doctor;

import io.dbharness.run.Preflight;
import io.dbharness.sut.Finding;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/**
 * The result of an examination. Plain records, to print as text or as JSON.
 *
 * @param tool        name, version and commit
 * @param takenAt     time of the examination, in UTC
 * @param preflight   the target, compared with the needs of a command; empty without a target
 * @param sections    readings and measurements; empty if nothing was measured
 * @param conclusions limits of trustworthy measurements; empty if nothing could be measured
 * @param advice      recommended changes, most important first
 */
public record Diagnosis(
        String tool,
        String takenAt,
        List<Finding> preflight,
        List<Section> sections,
        List<Conclusion> conclusions,
        List<Advice> advice) {

    public Diagnosis {
        preflight = List.copyOf(preflight);
        sections = List.copyOf(sections);
        conclusions = List.copyOf(conclusions);
        advice = List.copyOf(advice);
    }

    /** Returns true if a command with these needs cannot work on the target. */
    public boolean refuses() {
        return Preflight.refuses(preflight);
    }

    /** A group of related readings. */
    public record Section(String title, List<Reading> readings) {

        public Section {
            readings = List.copyOf(readings);
        }
    }

    /**
     * One reading or measurement.
     *
     * @param name    name
     * @param text    description of the value
     * @param figures values as numbers, by names that end with their unit; empty if there are none
     */
    public record Reading(String name, String text, Map<String, Double> figures) {

        static final String UNTOLD = "not reported by this system";

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
     * A conclusion from the measurements.
     *
     * @param name    name
     * @param text    description of the value
     * @param formula formula of the value
     * @param figures values as numbers, by names that end with their unit
     */
    public record Conclusion(String name, String text, String formula, Map<String, Double> figures) {

        public Conclusion {
            figures = Collections.unmodifiableMap(new TreeMap<>(figures));
        }
    }

    /**
     * A finding that impairs measurements, and its remedy.
     *
     * @param finding condition and its effect
     * @param change  remedy, a command where possible
     */
    public record Advice(String finding, String change) {}
}
