package io.dbharness.provisioning.spi;

import io.dbharness.provisioning.file.ProvisioningFile.Subject;
import io.dbharness.provisioning.spi.ReadySubject.Access;
import io.dbharness.provisioning.spi.Step.Presence;
import io.dbharness.yaml.Fields;
import java.io.IOException;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.Consumer;

/**
 * Makes and removes disks or machines for subjects; found by {@link java.util.ServiceLoader}. A process may die between any two
 * instructions. The ledger then contains every step that was begun, and the provider in a new process must undo each step from its {@link
 * Step} alone. Errors for the user are {@link io.dbharness.model.HarnessException}s.
 */
public interface Provider {

    /** Returns the provider's name in files: {@code provider: local}. */
    String name();

    /**
     * Passes each later exchange with the provider's service to a listener, which may be called by several threads. Does nothing if the
     * provider has no service.
     */
    default void report(Consumer<Exchange> listener) {}

    /**
     * Resolves subjects into steps. Makes and opens nothing; needs no rights and no network. Problems of the file are reported through
     * {@code Fields.problem}; fields that no provider has read are refused afterwards.
     */
    Plan plan(Request request);

    /**
     * Makes what a step describes and keeps any part of it that is there already. The step is in the ledger before this is called. Other
     * steps may run at the same time, as {@link #after} allows.
     *
     * @param earlier facts of the steps done before
     * @return facts for later steps and for the undo
     */
    Map<String, String> apply(Step step, Facts earlier) throws IOException, InterruptedException;

    /** Returns the ids of the steps that must be done before this one; empty: all steps before it in the plan. */
    default Optional<Set<String>> after(Step step) {
        return Optional.empty();
    }

    /** Returns true if applying the planned step turns the existing one into it, without undoing anything first. */
    default boolean mends(Step standing, Step planned) {
        return false;
    }

    /**
     * Removes everything a step made, whether it was made completely, partly or not at all. Succeeds if nothing is there.
     *
     * @param facts facts of this and other steps, as far as they are done
     */
    void undo(Step step, Facts facts) throws IOException, InterruptedException;

    /** Returns whether the resource of a step is there. */
    Presence presence(Step step, Facts facts) throws IOException, InterruptedException;

    /** Returns the ssh access of a machine; empty if this provider made no machine of that name, or ssh is not allowed there. */
    default Optional<Access> enter(Run run, Facts facts, String machine) {
        return Optional.empty();
    }

    /** Returns true if the provider's service may evict the resource of this step at any time, for example a Spot machine. */
    default boolean isOnLoan(Step step) {
        return false;
    }

    /** Returns the location of a subject once all steps are applied. */
    ReadySubject locate(Subject subject, Run run, Facts facts);

    /**
     * The input for the plan of one provider.
     *
     * @param run      the run that is planned
     * @param subjects the provider's subjects, in the file's order, at least one
     * @param settings the file's mapping named like the provider
     * @param prices   source of prices, in the form of the file's {@code prices} setting; overrides that setting
     */
    public record Request(Run run, List<Subject> subjects, Optional<Fields> settings, Optional<String> prices) {

        public Request {
            subjects = List.copyOf(subjects);
        }
    }

    /**
     * A provider's part of a plan.
     *
     * @param steps   in the order in which they are made; undone in reverse order
     * @param facts   properties of each subject, in display order, for example {@code IOPS: 1,100}; also part of reports
     * @param remarks sentences for the user: which limit applies first, how long a burst lasts, what the plan costs
     * @param consent sentences that the user must accept before anything is made, for example the hourly price; empty if consent is not
     *                needed
     * @param cost    price of the plan; empty if it is free
     */
    public record Plan(
            List<Step> steps,
            Map<String, Map<String, String>> facts,
            List<String> remarks,
            Optional<String> consent,
            Optional<Cost> cost) {

        public Plan {
            steps = List.copyOf(steps);
            facts = Collections.unmodifiableMap(new LinkedHashMap<>(facts));
            remarks = List.copyOf(remarks);
        }
    }
}
