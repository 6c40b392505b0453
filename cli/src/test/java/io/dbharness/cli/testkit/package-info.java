/** Fakes for the tests of the command line. Entry type: {@link io.dbharness.cli.testkit.FakeServices}. */
@NullMarked
package io.dbharness.cli.testkit;

import org.jspecify.annotations.NullMarked;
