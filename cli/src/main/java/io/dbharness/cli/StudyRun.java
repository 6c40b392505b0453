package io.dbharness.cli;

import io.dbharness.cli.StudyUnits.Ready;
import io.dbharness.cli.provision.Places.Held;
import io.dbharness.config.ExperimentUnit.Provision;
import io.dbharness.model.HarnessException;
import io.dbharness.model.TargetUnreachableException;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * Runs the commands of a study, one after the other. Those that came to their end before are left alone; one that was cut short goes on
 * with the run that it did not finish.
 *
 * @param context   what runs need
 * @param directory where they leave their results
 * @param commands  puts them on what they are brought up on
 * @param quiet     whether progress is kept to itself
 */
record StudyRun(WorkloadCommand.Context context, StudyDirectory directory, StudyUnits commands, boolean quiet) {

    /** Returns the exit code: that of the worst run; a command that failed altogether does not keep the others from running. */
    int run(List<Ready> units) {
        List<Integer> codes = new ArrayList<>();
        for (int i = 0; i < units.size() && !context.interruption().requested(); i++) {
            Ready ready = units.get(i);
            if (!directory.done(ready.unit())) {
                say("command " + (i + 1) + "/" + units.size() + ": "
                        + ready.unit().name());
                codes.add(run(ready));
            }
        }
        int worst = ExitCode.worst(codes.stream().mapToInt(c -> c).toArray());
        return worst == ExitCode.OK && codes.contains(ExitCode.ERROR) ? ExitCode.ERROR : worst;
    }

    private int run(Ready ready) {
        try {
            Optional<Provision> provision = ready.unit().provision();
            return provision.isPresent() ? runOn(provision.get(), ready) : measure(ready);
        } catch (HarnessException e) {
            if (context.interruption().requested()) {
                tellLeft(ready, e);
                throw e;
            }
            return failed(ready, e);
        }
    }

    private int runOn(Provision provision, Ready ready) {
        context.interruption().install();
        context.interruption().preparing();
        context.interruption().tidying(true);
        say("bringing up " + provision.subject() + " of " + provision.file());
        try (Held held = commands.places().hold(provision)) {
            return measure(commands.on(ready, held.spot()));
        } finally {
            context.interruption().tidying(false);
        }
    }

    private int measure(Ready ready) {
        return new WorkloadCommand(context)
                .run(
                        ready.workload(),
                        ready.settings().into(directory.of(ready.unit()), quiet),
                        (bench, plan, into) -> {
                            boolean complete = new ExperimentRun(context).make(bench, plan, into);
                            if (complete) {
                                directory.finish(ready.unit());
                            }
                            return new ExperimentDirectory(into).exitCode();
                        });
    }

    private int failed(Ready ready, HarnessException e) {
        context.terminal().err().println("error: " + ready.unit().name() + ": " + e.getMessage());
        tellLeft(ready, e);
        return e instanceof TargetUnreachableException ? ExitCode.TARGET_UNREACHABLE : ExitCode.ERROR;
    }

    /** What could not be taken down besides. */
    private void tellLeft(Ready ready, HarnessException e) {
        for (Throwable left : e.getSuppressed()) {
            context.terminal().err().println("error: " + ready.unit().name() + ": " + left.getMessage());
        }
    }

    private void say(String what) {
        if (!quiet) {
            context.terminal().err().println(what);
        }
    }
}
