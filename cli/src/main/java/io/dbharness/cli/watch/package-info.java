/**
 * A running load, or the folder of one, as a page in a browser. For watching only: no result is made from it. Entry type:
 * {@link io.dbharness.cli.watch.LiveServer}.
 */
@Internal
@NullMarked
package io.dbharness.cli.watch;

import io.dbharness.model.Internal;
import org.jspecify.annotations.NullMarked;
