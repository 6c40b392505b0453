/**
 * What to send: operations, their inputs and the data set they need. Knows nothing of when they are sent or how they are
 * measured. Entry type: {@link io.dbharness.workload.Workload}.
 */
@NullMarked
package io.dbharness.workload;

import org.jspecify.annotations.NullMarked;
