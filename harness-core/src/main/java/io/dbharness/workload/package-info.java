/**
 * Operations, their inputs and the data set they need. Independent of when they are sent and how they are measured. Entry type: {@link
 * io.dbharness.workload.Workload}.
 */
@NullMarked
package io.dbharness.workload;

import org.jspecify.annotations.NullMarked;
