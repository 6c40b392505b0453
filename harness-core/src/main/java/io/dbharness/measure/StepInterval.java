package io.dbharness.measure;

/**
 * What one interval recorded of one step, within the measurement window.
 *
 * @param name    as the workload calls it
 * @param service from its start to its end; its count is how often it ended
 */
public record StepInterval(String name, Distribution service) {}
