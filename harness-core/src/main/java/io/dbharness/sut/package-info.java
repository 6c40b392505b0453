/**
 * The system under test as a client sees it. Knows nothing of workloads. Entry type: {@link io.dbharness.sut.Target}.
 */
@NullMarked
package io.dbharness.sut;

import org.jspecify.annotations.NullMarked;
