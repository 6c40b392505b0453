/** Fixtures that are too slow to start for each test class. They see no workload and no product. Begin with {@code Shared}. */
@NullMarked
package io.dbharness.testkit.shared;

import org.jspecify.annotations.NullMarked;
