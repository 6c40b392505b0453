package io.dbharness.cli.option;

import io.dbharness.cli.option.CommonOptions.Flag;
import io.dbharness.cli.option.CommonOptions.Group;
import io.dbharness.experiment.Factor;
import io.dbharness.workload.Parameter;
import io.dbharness.workload.Parameter.Choice;
import io.dbharness.workload.Parameter.Whole;
import java.util.List;
import java.util.stream.Stream;

/** The options that make several runs of one, and those that judge runs. */
final class ExperimentOptions {

    private static final int MOST_REPEATS = 1_000;

    private ExperimentOptions() {}

    static Group runs() {
        return new Group(
                "Runs",
                List.of(
                        new Parameter(
                                CommonOptions.REPEAT,
                                "how often to make each run, each time with a seed of its own; left out, once",
                                "",
                                new Whole(1, MOST_REPEATS)),
                        new Parameter(
                                CommonOptions.SEARCH,
                                "search for the highest level at which this holds, such as 'p99 <= 20ms'",
                                "",
                                new Text("COND", "a condition such as 'p99 <= 20ms'")),
                        new Parameter(
                                CommonOptions.SEARCH_OVER,
                                "what --search raises from its value, or from 1; left out, connections, or rate with --rate",
                                "",
                                new Choice(words()))),
                List.of(
                        new Parameter(
                                CommonOptions.GUARD,
                                "what must hold besides for a level of --search to count, such as"
                                        + " 'server.pendingCompactions <= 20' or 'errors <= 0.1%'; may be repeated",
                                "",
                                new Text("COND", "a condition")),
                        new Parameter(
                                CommonOptions.SWEEP,
                                "one run for each value of " + String.join(", ", words())
                                        + ": connections=1,2,4..256 or rate=20..200:10; more than one gives every"
                                        + " combination",
                                "",
                                new Text("NAME=VALUES", "a name and its values"))),
                List.of(new Flag(
                        CommonOptions.SHUFFLE, "make the runs of a sweep in a random order, drawn by --seed")));
    }

    static Group conditions() {
        return new Group(
                "Conditions",
                List.of(new Parameter(
                        CommonOptions.BASELINE,
                        "the result that 'baseline' stands for in conditions",
                        "",
                        new Text("DIR", "a directory with a result.json"))),
                List.of(new Parameter(
                        CommonOptions.FAIL_IF,
                        "fail (exit code 10) if this holds: 'p99(NewOrder) > 20ms', 'errors > 0.1%',"
                                + " 'throughput < 0.95*baseline'; may be repeated",
                        "",
                        new Text("COND", "a condition"))),
                List.of(
                        new Flag(
                                CommonOptions.STRICT,
                                "conditions look at point values alone, not at confidence and numbers of samples"),
                        new Flag(
                                CommonOptions.FAIL_ON_INCONCLUSIVE,
                                "fail (exit code 11) if a condition cannot be answered; left out, that is a warning")));
    }

    private static List<String> words() {
        return Stream.of(Factor.values()).map(Factor::word).toList();
    }
}
