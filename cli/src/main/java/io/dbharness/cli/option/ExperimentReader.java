package io.dbharness.cli.option;

import io.dbharness.cli.option.ExperimentSettings.Goal;
import io.dbharness.experiment.Axis;
import io.dbharness.experiment.Factor;
import io.dbharness.experiment.LoadPolicy;
import io.dbharness.experiment.Search;
import io.dbharness.experiment.Search.Bounds;
import io.dbharness.model.Problems;
import io.dbharness.result.Condition;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.Set;
import java.util.stream.Stream;

/** Reads which runs to make. One use. */
final class ExperimentReader {

    /** More sessions than one server of this machine's size makes anything of. */
    private static final int MOST_EMBEDDED_CONNECTIONS = 1_000;

    private final Typed typed;
    private final Values values;
    private final Problems problems;

    ExperimentReader(Typed typed, Values values, Problems problems) {
        this.typed = typed;
        this.values = values;
        this.problems = problems;
    }

    ExperimentSettings read(boolean embedded) {
        List<Axis> axes = axes();
        boolean search = typed.has(CommonOptions.SEARCH);
        requireSense(search, axes);
        Optional<Goal> goal = search ? goal(embedded) : Optional.empty();
        return new ExperimentSettings(
                axes,
                values.maybeWhole(CommonOptions.REPEAT).orElse(1),
                typed.has(CommonOptions.SHUFFLE),
                guards(),
                goal);
    }

    private List<Axis> axes() {
        List<Axis> axes = new ArrayList<>();
        values.maybe(CommonOptions.RATE).flatMap(Rates::steps).ifPresent(axes::add);
        for (String text : typed.all(CommonOptions.SWEEP)) {
            JudgingReader.named(CommonOptions.SWEEP, problems, own -> Axis.parse(text, own))
                    .ifPresent(axis -> {
                        requireRoom(axis);
                        axes.add(axis);
                    });
        }
        return axes;
    }

    private void requireRoom(Axis axis) {
        double highest = axis.levels().stream().mapToDouble(l -> l).max().orElseThrow();
        problems.require(
                highest <= most(axis.factor(), false),
                "--sweep " + axis.factor().word() + " goes beyond " + Factor.text(most(axis.factor(), false)));
    }

    private void requireSense(boolean search, List<Axis> axes) {
        Set<Factor> varied = EnumSet.noneOf(Factor.class);
        for (Axis axis : axes) {
            problems.require(
                    varied.add(axis.factor()),
                    axis.factor().word() + " is varied twice; give one list of its levels, by --sweep or --rate");
        }
        requireFree(varied);
        problems.require(
                !typed.has(CommonOptions.SHUFFLE) || !axes.isEmpty() || search,
                "--shuffle orders the levels of a --sweep or of a --rate in steps; give one or leave it out");
        problems.require(
                search || !typed.has(CommonOptions.SEARCH_OVER),
                "--search-over says what a --search varies; give a --search or leave it out");
        problems.require(
                search || !axes.isEmpty() || !typed.has(CommonOptions.GUARD),
                "--guard says which levels count; give a --search or a --sweep, or leave it out");
        if (search) {
            List<String> besides = besidesSearch();
            problems.require(
                    besides.isEmpty(),
                    "--search chooses its runs itself; leave out " + String.join(", ", besides) + ", or the search");
        }
        if (values.word(CommonOptions.LOAD, LoadPolicy.class) == LoadPolicy.ONLY) {
            List<String> measuring = Stream.of(
                            CommonOptions.SWEEP, CommonOptions.SEARCH, CommonOptions.REPEAT, CommonOptions.FAIL_IF)
                    .filter(typed::has)
                    .map(name -> "--" + name)
                    .toList();
            problems.require(
                    measuring.isEmpty(), "--load only measures nothing; leave out " + String.join(", ", measuring));
        }
    }

    /** What is varied has no value of its own. */
    private void requireFree(Set<Factor> varied) {
        boolean outstanding = varied.contains(Factor.OUTSTANDING);
        problems.require(
                !outstanding || (!varied.contains(Factor.USERS) && !varied.contains(Factor.CONNECTIONS)),
                "outstanding sets users and connections alike; sweep either it or them");
        boolean sizes = outstanding || varied.contains(Factor.USERS) || varied.contains(Factor.CONNECTIONS);
        problems.require(
                !typed.has(CommonOptions.OUTSTANDING) || !sizes,
                "--sweep sets what is outstanding; leave out --outstanding");
        for (Factor factor : List.of(Factor.USERS, Factor.CONNECTIONS)) {
            problems.require(
                    !typed.has(factor.word()) || !(outstanding || varied.contains(factor)),
                    "--sweep sets the " + factor.word() + "; leave out --" + factor.word());
        }
        boolean sweptRate = typed.all(CommonOptions.SWEEP).stream()
                .anyMatch(text -> text.strip().startsWith(Factor.RATE.word() + "="));
        problems.require(
                !sweptRate
                        || !values.has(CommonOptions.RATE)
                        || Rates.steps(values.text(CommonOptions.RATE)).isPresent(),
                "--sweep rate sets the rate; leave out --rate");
    }

    private List<String> besidesSearch() {
        Stream<String> options = Stream.of(CommonOptions.SWEEP, CommonOptions.REPEAT, CommonOptions.SHUFFLE)
                .filter(typed::has)
                .map(name -> "--" + name);
        Stream<String> steps =
                values.maybe(CommonOptions.RATE).flatMap(Rates::steps).stream().map(axis -> "the steps of --rate");
        return Stream.concat(options, steps).toList();
    }

    private Optional<Goal> goal(boolean embedded) {
        Factor factor = values.maybe(CommonOptions.SEARCH_OVER)
                .flatMap(Factor::named)
                .orElse(values.has(CommonOptions.RATE) ? Factor.RATE : Factor.CONNECTIONS);
        double start = start(factor);
        double most = Math.max(start, most(factor, embedded));
        return values.maybe(CommonOptions.SEARCH)
                .flatMap(
                        text -> JudgingReader.named(CommonOptions.SEARCH, problems, own -> Search.condition(text, own)))
                .map(condition -> new Goal(
                        condition,
                        factor,
                        factor == Factor.RATE
                                ? Bounds.from(start)
                                : new Bounds(start, most, Bounds.DEFAULT_TOLERANCE)));
    }

    private List<Condition> guards() {
        return typed.all(CommonOptions.GUARD).stream()
                .flatMap(text ->
                        JudgingReader.named(CommonOptions.GUARD, problems, own -> Search.guard(text, own)).stream())
                .toList();
    }

    /** The first level: what was typed for it, or 1. */
    private double start(Factor factor) {
        if (factor == Factor.RATE) {
            Optional<Rate> rate = values.maybe(CommonOptions.RATE).flatMap(Rate::parse);
            problems.require(
                    values.has(CommonOptions.RATE) && rate.filter(Rate::isRamp).isEmpty(),
                    "--search over the rate needs a --rate to start from, such as 100/s");
            return rate.map(Rate::from).filter(from -> from > 0).orElse(1.0);
        }
        return startingPoints(factor)
                .filter(OptionalInt::isPresent)
                .findFirst()
                .orElse(OptionalInt.of(1))
                .getAsInt();
    }

    private Stream<OptionalInt> startingPoints(Factor factor) {
        return switch (factor) {
            case USERS -> wholes(CommonOptions.OUTSTANDING, CommonOptions.USERS);
            case CONNECTIONS -> wholes(CommonOptions.OUTSTANDING, CommonOptions.CONNECTIONS);
            default -> wholes(CommonOptions.OUTSTANDING, CommonOptions.USERS, CommonOptions.CONNECTIONS);
        };
    }

    private Stream<OptionalInt> wholes(String... names) {
        return Stream.of(names).map(values::maybeWhole);
    }

    private static double most(Factor factor, boolean embedded) {
        return switch (factor) {
            case RATE -> Double.MAX_VALUE;
            case USERS -> CommonOptions.MOST_USERS;
            default -> embedded ? MOST_EMBEDDED_CONNECTIONS : CommonOptions.MOST_CONNECTIONS;
        };
    }
}
