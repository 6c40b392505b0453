/**
 * Measurements as tests: {@link io.dbharness.junit.RunWorkload} has a run made before a test, {@link io.dbharness.junit.RunAssertions}
 * says what must be true of its result. Reads options as a command line does, judges as {@code --fail-if} does; measures and compares
 * nothing itself.
 */
@NullMarked
package io.dbharness.junit;

import org.jspecify.annotations.NullMarked;
