/**
 * What a person or a log sees while a run goes on, on standard error. May not keep anything a result needs. Entry type:
 * {@link io.dbharness.cli.progress.LogLines}.
 */
@NullMarked
package io.dbharness.cli.progress;

import org.jspecify.annotations.NullMarked;
