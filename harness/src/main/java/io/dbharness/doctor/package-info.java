/**
 * What can be measured on this machine: short measurements of the machine itself and of a target, conclusions by stated formulas, and what to change.
 * Applies no workload and writes no results. Entry type: {@link io.dbharness.doctor.Doctor}.
 */
@NullMarked
package io.dbharness.doctor;

import org.jspecify.annotations.NullMarked;
