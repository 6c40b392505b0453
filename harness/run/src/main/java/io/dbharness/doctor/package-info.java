/**
 * Examines the accuracy of measurements on this machine: short measurements of the machine and a target, conclusions by stated formulas,
 * and recommended changes. Runs no workload and writes no results. Entry type: {@link io.dbharness.doctor.Doctor}.
 */
@Internal
@NullMarked
package io.dbharness.doctor;

import io.dbharness.model.Internal;
import org.jspecify.annotations.NullMarked;
