package io.dbharness.result.study;

import java.util.List;
import java.util.Map;

/**
 * A study as a report shows it: every text finished, every number with the value behind it.
 *
 * @param name    of the experiment
 * @param title   one line
 * @param profile whose runs these are; {@code published} when nothing but published figures is shown
 * @param tables  in the order of the file
 * @param charts  in the order of the file
 * @param claims  in the order of the file
 * @param runs    that were made, in the order of the plan
 * @param missing runs that were planned and have no result, in words
 * @param notes   on the whole, one sentence each
 */
public record Study(
        String name,
        String title,
        String profile,
        List<StudyTable> tables,
        List<StudyChart> charts,
        List<ClaimOutcome> claims,
        List<StudyRun> runs,
        List<String> missing,
        List<String> notes) {

    public Study {
        tables = List.copyOf(tables);
        charts = List.copyOf(charts);
        claims = List.copyOf(claims);
        runs = List.copyOf(runs);
        missing = List.copyOf(missing);
        notes = List.copyOf(notes);
    }

    /**
     * A run behind the study.
     *
     * @param name      for example {@code premium/read20/repeat 1}
     * @param labels    factor to level, for example {@code disk} to {@code premium}
     * @param directory of its files, below the directory of the study; empty for a publication
     * @param verdict   {@code VALID}, {@code SUSPECT} or {@code INVALID}
     * @param caveats   codes and details
     */
    public record StudyRun(
            String name, Map<String, String> labels, String directory, String verdict, List<String> caveats) {
        public StudyRun {
            labels = Map.copyOf(labels);
            caveats = List.copyOf(caveats);
        }
    }
}
