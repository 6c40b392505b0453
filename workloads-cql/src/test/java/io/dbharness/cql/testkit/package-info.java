/** Shared parts of the tests of the stress workloads. Entry type: {@link io.dbharness.cql.testkit.TestNode}. */
@NullMarked
package io.dbharness.cql.testkit;

import org.jspecify.annotations.NullMarked;
