package io.dbharness.request;

import io.dbharness.experiment.Axis;
import io.dbharness.experiment.Factor;
import io.dbharness.experiment.Search;
import io.dbharness.experiment.Search.Bounds;
import io.dbharness.request.ExperimentSpec.Goal;
import io.dbharness.request.LoadSpec.Rate;
import io.dbharness.request.RunSpec.LoadPolicy;
import io.dbharness.result.Condition;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Stream;

/**
 * Parses the options that select the runs of an experiment. For one use.
 *
 * @param ofLoad sweeps over factors of the load, without the swept options of variants
 * @param variants true if {@code --sweep} also varies options
 */
record ExperimentReader(OptionValues values, List<SweepSpec> ofLoad, boolean variants) {

    /** The upper bound of sessions in a search: more than an embedded server on one machine can use. */
    private static final int MOST_EMBEDDED_CONNECTIONS = 1_000;

    /** Parses the experiment without the variants of swept options. */
    ExperimentSpec read(List<Axis> axes, boolean embedded) {
        boolean search = values.given(CommonOptions.SEARCH);
        requireSense(search, axes);
        return new ExperimentSpec(
                axes,
                List.of(),
                new ExperimentSpec.Order(
                        values.find(CommonOptions.REPEAT).orElse(1),
                        values.flag(CommonOptions.SHUFFLE),
                        values.flag(CommonOptions.WHILE_GROWING)),
                guards(),
                search ? goal(embedded) : Optional.empty(),
                Optional.empty());
    }

    /** Returns the factors of the load that {@code --sweep}, or {@code --rate} in steps, varies. */
    List<Axis> axes() {
        List<Axis> axes = new ArrayList<>();
        steps().flatMap(SweepSpec::axis).ifPresent(axes::add);
        for (SweepSpec sweep : ofLoad) {
            sweep.problems().forEach(line -> values.require(false, CommonOptions.SWEEP, "--sweep: " + line));
            sweep.axis().ifPresent(axis -> {
                requireRoom(axis);
                axes.add(axis);
            });
        }
        return axes;
    }

    /** Returns the sweep of a {@code --rate} in steps. */
    private Optional<SweepSpec> steps() {
        return values.options().sweeps(CommonOptions.RATE.name()).stream()
                .filter(sweep -> sweep.axis().isPresent())
                .findFirst();
    }

    private void requireRoom(Axis axis) {
        double highest = axis.levels().stream().mapToDouble(l -> l).max().orElseThrow();
        values.require(
                highest <= most(axis.factor(), false),
                CommonOptions.SWEEP,
                "--sweep " + axis.factor().word() + " goes beyond " + Factor.text(most(axis.factor(), false)));
    }

    private void requireSense(boolean search, List<Axis> axes) {
        boolean sweeps = variants || !axes.isEmpty();
        Set<Factor> varied = EnumSet.noneOf(Factor.class);
        for (Axis axis : axes) {
            values.require(
                    varied.add(axis.factor()),
                    List.of(CommonOptions.SWEEP, CommonOptions.RATE),
                    axis.factor().word() + " is varied twice; give one list of its levels, by --sweep or --rate");
        }
        requireFree(varied);
        values.require(
                !values.flag(CommonOptions.SHUFFLE) || sweeps || search,
                CommonOptions.SHUFFLE,
                "--shuffle orders the levels of a --sweep or of a --rate in steps; give one or leave it out");
        boolean alone = axes.size() == 1
                && !variants
                && !search
                && !values.given(CommonOptions.REPEAT)
                && !values.flag(CommonOptions.SHUFFLE);
        values.require(
                alone || !values.flag(CommonOptions.WHILE_GROWING),
                CommonOptions.WHILE_GROWING,
                "--while-growing ends a --sweep of the load over one factor, without --repeat, --shuffle and --search; leave them out,"
                        + " or --while-growing");
        values.require(
                search || !values.given(CommonOptions.SEARCH_OVER),
                CommonOptions.SEARCH_OVER,
                "--search-over names the factor that a --search varies; give a --search or leave it out");
        values.require(
                search || sweeps || !values.given(CommonOptions.GUARD),
                CommonOptions.GUARD,
                "--guard selects the levels that count; give a --search or a --sweep, or leave it out");
        if (search) {
            List<String> besides = besidesSearch();
            values.require(
                    besides.isEmpty(),
                    CommonOptions.SEARCH,
                    "--search chooses its runs itself; leave out " + String.join(", ", besides) + ", or the search");
        }
        if (values.get(CommonOptions.LOAD) == LoadPolicy.ONLY) {
            List<String> measuring = Stream.of(
                            CommonOptions.SWEEP, CommonOptions.SEARCH, CommonOptions.REPEAT, CommonOptions.FAIL_IF)
                    .filter(values::given)
                    .map(option -> "--" + option.name())
                    .toList();
            values.require(
                    measuring.isEmpty(),
                    CommonOptions.LOAD,
                    "--load only measures nothing; leave out " + String.join(", ", measuring));
        }
    }

    /** Requires that a varied factor has no fixed value too. */
    private void requireFree(Set<Factor> varied) {
        boolean outstanding = varied.contains(Factor.OUTSTANDING);
        values.require(
                !outstanding || (!varied.contains(Factor.USERS) && !varied.contains(Factor.CONNECTIONS)),
                CommonOptions.SWEEP,
                "outstanding sets users and connections alike; sweep either it or them");
        boolean sizes = outstanding || varied.contains(Factor.USERS) || varied.contains(Factor.CONNECTIONS);
        values.require(
                !values.given(CommonOptions.OUTSTANDING) || !sizes,
                CommonOptions.SWEEP,
                "--sweep sets what is outstanding; leave out --outstanding");
        for (Factor factor : List.of(Factor.USERS, Factor.CONNECTIONS)) {
            values.require(
                    !values.options().has(factor.word()) || !(outstanding || varied.contains(factor)),
                    CommonOptions.SWEEP,
                    "--sweep sets the " + factor.word() + "; leave out --" + factor.word());
        }
        values.require(
                ofLoad.stream().noneMatch(sweep -> sweep.name().equals(Factor.RATE.word()))
                        || values.find(CommonOptions.RATE).isEmpty()
                        || steps().isPresent(),
                CommonOptions.SWEEP,
                "--sweep rate sets the rate; leave out --rate");
    }

    private List<String> besidesSearch() {
        List<String> besides = new ArrayList<>();
        Stream.of(CommonOptions.SWEEP.name(), CommonOptions.REPEAT.name(), CommonOptions.SHUFFLE.name())
                .filter(values.options()::has)
                .forEach(name -> besides.add("--" + name));
        steps().ifPresent(steps -> besides.add("the steps of --rate"));
        return besides;
    }

    private Optional<Goal> goal(boolean embedded) {
        Factor factor = values.find(CommonOptions.SEARCH_OVER)
                .orElse(values.find(CommonOptions.RATE).isPresent() ? Factor.RATE : Factor.CONNECTIONS);
        double start = factor == Factor.RATE ? startingRate() : startingNumber(factor);
        double most = Math.max(start, most(factor, embedded));
        return values.find(CommonOptions.SEARCH)
                .flatMap(text -> values.read(CommonOptions.SEARCH, own -> Search.condition(text, own)))
                .map(condition -> new Goal(
                        condition,
                        factor,
                        factor == Factor.RATE
                                ? Bounds.from(start)
                                : new Bounds(start, most, Bounds.DEFAULT_TOLERANCE)));
    }

    private List<Condition> guards() {
        return values.all(CommonOptions.GUARD).stream()
                .flatMap(text -> values.read(CommonOptions.GUARD, own -> Search.guard(text, own)).stream())
                .toList();
    }

    private double startingRate() {
        Optional<Rate> rate = values.find(CommonOptions.RATE);
        values.require(
                rate.filter(r -> !r.isRamp()).isPresent(),
                CommonOptions.SEARCH,
                "--search over the rate needs a --rate to start from, such as 100/s");
        return rate.map(Rate::from).filter(from -> from > 0).orElse(1.0);
    }

    /** Returns the value of the factor's option, or 1. */
    private int startingNumber(Factor factor) {
        List<Option<Integer>> startingPoints = switch (factor) {
            case USERS -> List.of(CommonOptions.OUTSTANDING, CommonOptions.USERS);
            case CONNECTIONS -> List.of(CommonOptions.OUTSTANDING, CommonOptions.CONNECTIONS);
            default -> List.of(CommonOptions.OUTSTANDING, CommonOptions.USERS, CommonOptions.CONNECTIONS);
        };
        return startingPoints.stream()
                .flatMap(option -> values.find(option).stream())
                .findFirst()
                .orElse(1);
    }

    private static double most(Factor factor, boolean embedded) {
        return switch (factor) {
            case RATE -> Double.MAX_VALUE;
            case USERS -> CommonOptions.MOST_USERS;
            default -> embedded ? MOST_EMBEDDED_CONNECTIONS : CommonOptions.MOST_CONNECTIONS;
        };
    }
}
