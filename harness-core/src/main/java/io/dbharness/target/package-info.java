/**
 * The system under test as a client sees it. Knows nothing of workloads. Entry type: {@link io.dbharness.target.Target}.
 */
@NullMarked
package io.dbharness.target;

import org.jspecify.annotations.NullMarked;
