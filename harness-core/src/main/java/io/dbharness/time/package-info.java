/**
 * The run clock. Everything that waits or reads the time takes a {@link io.dbharness.time.RunClock}; nothing else in the
 * project may call {@code nanoTime}, {@code sleep} or {@code parkNanos}.
 */
@NullMarked
package io.dbharness.time;

import org.jspecify.annotations.NullMarked;
