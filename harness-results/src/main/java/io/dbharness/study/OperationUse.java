package io.dbharness.study;

import java.util.Map;

/**
 * An operation that a formula speaks of, or a step of one.
 *
 * @param step  whether it is a step
 * @param name  as the workload calls it, if it does
 * @param where levels at which it is asked for, by factor
 */
public record OperationUse(boolean step, String name, Map<String, String> where) {}
