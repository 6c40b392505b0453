/**
 * A running load, or the folder of one, as a page in a browser. For watching only: no result is made from it. Entry type:
 * {@link io.dbharness.cli.watch.LiveServer}.
 */
@NullMarked
package io.dbharness.cli.watch;

import org.jspecify.annotations.NullMarked;
