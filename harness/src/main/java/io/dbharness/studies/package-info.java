/**
 * Runs studies: executes the commands consecutively, brings subjects up and down, and reports tables, charts and claims. Entry type:
 * {@link io.dbharness.studies.StudyFile}.
 */
@NullMarked
package io.dbharness.studies;

import org.jspecify.annotations.NullMarked;
