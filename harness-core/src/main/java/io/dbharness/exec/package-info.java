/**
 * Executors: users as state machines, driven by worker threads or by virtual time. Entry type:
 * {@link io.dbharness.exec.Executor}.
 */
@NullMarked
package io.dbharness.exec;

import org.jspecify.annotations.NullMarked;
