/** Fixtures that are too slow to start for each test class. Independent of workloads and products. Start with {@code Shared}. */
@NullMarked
package io.dbharness.testkit.shared;

import org.jspecify.annotations.NullMarked;
