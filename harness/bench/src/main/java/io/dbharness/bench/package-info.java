/**
 * Benchmarks of the harness's own cost in a measurement. Run by hand, never by the build; may use every module, and none may use it. Entry
 * types: {@code org.openjdk.jmh.Main}, {@link io.dbharness.bench.PacingError}, {@link io.dbharness.bench.RequestCost} and
 * {@link io.dbharness.bench.DriverCost}. The figures are in {@code docs/accuracy.md}.
 */
@NullMarked
package io.dbharness.bench;

import org.jspecify.annotations.NullMarked;
