package io.dbharness.result.imports;

import io.dbharness.model.Problems;
import io.dbharness.result.study.Figure;
import io.dbharness.result.study.FigureTable;
import io.dbharness.result.study.Observation;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;

/** What the tools print that others measure with. */
public enum ForeignFormat {
    /** A table of comma-separated values, as {@link FigureTable} reads it. */
    CSV {
        @Override
        public List<Observation> read(String name, String text, Problems problems) {
            return FigureTable.parse(name, text, problems);
        }
    },
    /** The report that {@code sysbench run} ends with. */
    SYSBENCH {
        @Override
        public List<Observation> read(String name, String text, Problems problems) {
            return one(name, SysbenchText.figures(text), problems);
        }
    },
    /** {@code fio --output-format=json} or {@code json+}; the latter holds the histograms. */
    FIO {
        @Override
        public List<Observation> read(String name, String text, Problems problems) {
            return one(name, FioJson.figures(name, text, problems), problems);
        }
    },
    /** {@code diskspd -Rxml}. */
    DISKSPD {
        @Override
        public List<Observation> read(String name, String text, Problems problems) {
            return one(name, DiskspdXml.figures(name, text, problems), problems);
        }
    },
    /** The {@code Results:} of {@code cassandra-stress}. */
    CASSANDRA_STRESS {
        @Override
        public List<Observation> read(String name, String text, Problems problems) {
            return one(name, StressSummary.figures(text), problems);
        }
    };

    /**
     * What a text says.
     *
     * @param name     for messages
     * @param problems takes what cannot be understood
     */
    public abstract List<Observation> read(String name, String text, Problems problems);

    List<Observation> one(String name, Map<String, Figure> figures, Problems problems) {
        problems.require(!figures.isEmpty(), name + " holds nothing that " + word() + " prints as its result");
        return figures.isEmpty() ? List.of() : List.of(Observation.published(Map.of(), figures));
    }

    /** As typed. */
    public String word() {
        return name().toLowerCase(Locale.ROOT).replace('_', '-');
    }

    /** The format of this name. */
    public static Optional<ForeignFormat> named(String word) {
        return Arrays.stream(values()).filter(f -> f.word().equals(word)).findFirst();
    }
}
