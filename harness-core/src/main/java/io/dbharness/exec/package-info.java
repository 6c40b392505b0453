/**
 * Executors: users as state machines, driven by worker threads or by virtual time. Entry type:
 * {@link io.dbharness.exec.Executor}.
 */
@Internal
@NullMarked
package io.dbharness.exec;

import io.dbharness.model.Internal;
import org.jspecify.annotations.NullMarked;
