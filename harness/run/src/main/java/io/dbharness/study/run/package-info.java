/**
 * Runs studies: executes the commands consecutively, brings subjects up and down, and reports tables, charts and claims. Entry type:
 * {@link io.dbharness.study.run.StudyFile}.
 */
@NullMarked
package io.dbharness.study.run;

import org.jspecify.annotations.NullMarked;
