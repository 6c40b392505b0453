/**
 * Parses study files: subjects, workloads, loads, tables, charts and claims. Runs nothing. Entry type:
 * {@link io.dbharness.study.file.ExperimentFile}.
 */
@Internal
@NullMarked
package io.dbharness.study.file;

import io.dbharness.model.Internal;
import org.jspecify.annotations.NullMarked;
