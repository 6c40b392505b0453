package io.dbharness.workload;

/**
 * The result of one consistency check.
 *
 * @param name   stable and short, for example {@code 3.3.2.1}
 * @param when   {@code before} or {@code after} the measured run
 * @param passed whether it holds
 * @param detail what was compared and, on failure, how often it is violated
 */
public record Check(String name, String when, boolean passed, String detail) {}
