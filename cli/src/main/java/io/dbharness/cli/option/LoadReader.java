package io.dbharness.cli.option;

import io.dbharness.experiment.Axis;
import io.dbharness.experiment.Factor;
import io.dbharness.load.LatePolicy;
import io.dbharness.load.Spacing;
import io.dbharness.load.Timeline;
import io.dbharness.model.Problems;
import io.dbharness.random.Seed;
import java.time.Duration;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.OptionalLong;

/** Reads when and how to send. */
final class LoadReader {

    private final Typed typed;
    private final Values values;
    private final RunSettingsReader.Machine machine;

    LoadReader(Typed typed, Values values, RunSettingsReader.Machine machine) {
        this.typed = typed;
        this.values = values;
        this.machine = machine;
    }

    /** The load that the experiment varies. */
    LoadSettings read(ExperimentSettings experiment, Problems problems) {
        Optional<Rate> rate = rate(experiment);
        boolean open = rate.isPresent() || typed.has(CommonOptions.RATE);
        problems.require(
                open || !typed.has(CommonOptions.ARRIVAL),
                "--arrival spreads the requests of --rate; give a --rate or leave it out");
        problems.require(
                open || !typed.has(CommonOptions.LATE),
                "--late is about the requests of --rate; give a --rate or leave it out");
        problems.require(
                !typed.has(CommonOptions.OUTSTANDING)
                        || !(typed.has(CommonOptions.USERS) || typed.has(CommonOptions.CONNECTIONS)),
                "--outstanding sets users and connections alike; give either it or --users and --connections");
        return new LoadSettings(
                either(CommonOptions.OUTSTANDING, CommonOptions.USERS),
                either(CommonOptions.OUTSTANDING, CommonOptions.CONNECTIONS),
                LoadSettings.mostConnections(machine.processors()),
                rate.map(r -> new OpenLoad(
                        r,
                        values.word(CommonOptions.ARRIVAL, Spacing.class),
                        values.word(CommonOptions.LATE, LatePolicy.class))),
                Timeline.of(length(CommonOptions.WARM_UP), length(CommonOptions.DURATION)),
                new Seed(Long.parseLong(values.text(CommonOptions.SEED))),
                Integer.parseInt(values.text(CommonOptions.MAX_ATTEMPTS)),
                values.maybe(CommonOptions.UNTIL)
                        .map(text -> OptionalLong.of(Long.parseLong(text)))
                        .orElseGet(OptionalLong::empty));
    }

    private OptionalInt either(String first, String second) {
        return values.maybeWhole(values.has(first) ? first : second);
    }

    /** What was typed, or the first of its steps. */
    private Optional<Rate> rate(ExperimentSettings experiment) {
        return values.maybe(CommonOptions.RATE)
                .flatMap(Rate::parse)
                .or(() -> experiment.axes().stream()
                        .filter(axis -> axis.factor() == Factor.RATE)
                        .map(Axis::levels)
                        .map(levels -> Rate.constant(levels.get(0)))
                        .findFirst());
    }

    private Duration length(String name) {
        return Lengths.parse(values.text(name)).orElseThrow();
    }
}
