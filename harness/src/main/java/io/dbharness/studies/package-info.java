/**
 * Running a study: its commands one after the other, its subjects brought up and taken down, its tables, charts and claims at the end. Entry type:
 * {@link io.dbharness.studies.StudyFile}.
 */
@NullMarked
package io.dbharness.studies;

import org.jspecify.annotations.NullMarked;
