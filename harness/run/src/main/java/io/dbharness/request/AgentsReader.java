package io.dbharness.request;

import io.dbharness.simulation.Simulation;
import java.nio.file.Files;
import java.util.List;
import java.util.Optional;

/**
 * Parses the options of the agents that send the load.
 *
 * @param values the options
 * @param url    address of the target
 */
record AgentsReader(OptionValues values, String url) {

    /** Returns empty if this process sends the load, or after noting a problem. */
    Optional<AgentsSpec> read() {
        List<Option<?>> with = List.of(CommonOptions.BIND, CommonOptions.JOIN, CommonOptions.KEY);
        if (!values.given(CommonOptions.AGENTS)) {
            with.forEach(option -> values.require(
                    !values.given(option),
                    option,
                    "--" + option.name()
                            + " is about agents; say with --agents how many send the load, or leave it out"));
            return Optional.empty();
        }
        with.forEach(option -> values.require(
                values.given(option),
                CommonOptions.AGENTS,
                "--agents needs --" + option.name() + " " + option.domain().label() + ", as the agents have it"));
        values.find(CommonOptions.KEY)
                .ifPresent(file -> values.require(
                        Files.isReadable(file),
                        CommonOptions.KEY,
                        "--key: cannot read " + file + "; make it with 'agent key --out " + file
                                + "' and copy it to all machines"));
        int count = values.find(CommonOptions.AGENTS).orElse(1);
        values.require(
                !Simulation.accepts(url) || url.contains("time=real"),
                CommonOptions.AGENTS,
                "--agents cannot share a simulation in virtual time; add time=real to --target, and each simulates its own");
        values.require(
                !values.given(CommonOptions.FAULT),
                CommonOptions.FAULT,
                "--fault breaks a server of this machine, and agents send from others; leave one of them out");
        enough(CommonOptions.USERS, values.find(CommonOptions.USERS).map(Integer::longValue), count);
        enough(CommonOptions.CONNECTIONS, values.find(CommonOptions.CONNECTIONS).map(Integer::longValue), count);
        enough(CommonOptions.OUTSTANDING, values.find(CommonOptions.OUTSTANDING).map(Integer::longValue), count);
        Optional<Until> until = values.find(CommonOptions.UNTIL);
        enough(
                CommonOptions.UNTIL,
                until.flatMap(end -> end.count().stream().boxed().findFirst()),
                count);
        values.require(
                until.flatMap(Until::precision).isEmpty(),
                CommonOptions.UNTIL,
                "--until err<... is for a load that one process sends; with --agents, give a number of requests or a --duration");
        return values.find(CommonOptions.BIND)
                .flatMap(bind -> values.find(CommonOptions.JOIN)
                        .flatMap(join ->
                                values.find(CommonOptions.KEY).map(key -> new AgentsSpec(count, bind, join, key))));
    }

    private void enough(Option<?> option, Optional<Long> given, int agents) {
        given.ifPresent(number -> values.require(
                number >= agents,
                option,
                "--" + option.name() + " " + number + " cannot be divided among " + agents
                        + " agents; give at least one each"));
    }
}
