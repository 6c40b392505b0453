package io.dbharness.provisioning.spi;

import io.dbharness.provisioning.file.Subject;
import java.io.IOException;
import java.util.Map;

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
    Draft plan(Request request);

    /**
     * Brings about what a step says and keeps what is there of it already. The ledger has the step before this is called.
     *
     * @param earlier what the steps before it said
     * @return what it found out, for later steps and the undoing
     */
    Map<String, String> apply(Step step, Facts earlier) throws IOException, InterruptedException;

    /**
     * Takes away what a step made, wholly, half or not at all. That nothing is there is success.
     *
     * @param facts what this and other steps said, if they came so far
     */
    void undo(Step step, Facts facts) throws IOException, InterruptedException;

    /** Whether what a step made is there. */
    Presence presence(Step step, Facts facts) throws IOException, InterruptedException;

    /** Where a subject can be worked on once all steps are applied. */
    Place place(Subject subject, Run run, Facts facts);
}
