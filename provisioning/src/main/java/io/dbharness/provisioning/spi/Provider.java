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

/**
 * Makes disks or machines for subjects and takes them away; found by {@link java.util.ServiceLoader}. A process may die between any two
 * instructions: the ledger then holds every step that was begun, and this in a new process has to undo each from its {@link Step} alone.
 * Errors for people are {@link io.dbharness.model.HarnessException}s.
 */
public interface Provider {

    /** As files name it: {@code provider: local}. */
    String name();

    /**
     * Resolves subjects into steps. Makes and opens nothing, needs no rights and no network. What is wrong with a file goes to
     * {@code Fields.problem}; the fields that no provider has read are refused afterwards.
     */
    Plan plan(Request request);

    /**
     * Brings about what a step says and keeps what is there of it already. The ledger has the step before this is called. Other steps
     * may be under way at the same time, as {@link #after} allows.
     *
     * @param earlier what the steps before it said
     * @return what it found out, for later steps and the undoing
     */
    Map<String, String> apply(Step step, Facts earlier) throws IOException, InterruptedException;

    /** Ids of the steps that have to be done before this one; empty: all that the plan has before it. */
    default Optional<Set<String>> after(Step step) {
        return Optional.empty();
    }

    /** Whether what stands can be made to what is planned now by applying that, with nothing taken away before. */
    default boolean mends(Step standing, Step planned) {
        return false;
    }

    /**
     * Takes away what a step made, wholly, half or not at all. That nothing is there is success.
     *
     * @param facts what this and other steps said, if they came so far
     */
    void undo(Step step, Facts facts) throws IOException, InterruptedException;

    /** Whether what a step made is there. */
    Presence presence(Step step, Facts facts) throws IOException, InterruptedException;

    /** How a machine of a run is entered; empty when this made none of that name, or nobody may. */
    default Optional<Access> enter(Run run, Facts facts, String machine) {
        return Optional.empty();
    }

    /** Whether what a step makes may be taken away by somebody else at any time, by agreement. */
    default boolean isOnLoan(Step step) {
        return false;
    }

    /** Where a subject can be worked on once all steps are applied. */
    ReadySubject locate(Subject subject, Run run, Facts facts);

    /**
     * What one provider is asked to plan.
     *
     * @param run      what it belongs to
     * @param subjects the provider's own, in the file's order, at least one
     * @param settings the file's mapping named like the provider
     * @param prices   where prices come from, as the file has it under {@code prices}; goes before what the file says
     */
    public record Request(Run run, List<Subject> subjects, Optional<Fields> settings, Optional<String> prices) {

        public Request {
            subjects = List.copyOf(subjects);
        }
    }

    /**
     * A provider's part of a plan.
     *
     * @param steps   in the order of their making; undone in the reverse order
     * @param facts   subject to what it will be, in the order to be shown, for example {@code IOPS: 1,100}; reports carry it too
     * @param remarks sentences for people: which limit binds first, how long a burst lasts, what it costs
     * @param consent what a person has to agree to before anything is made, for example its price an hour; empty when nothing
     * @param cost    what it costs; empty when it is free
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
