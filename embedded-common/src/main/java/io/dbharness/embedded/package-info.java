/**
 * What embedded servers have in common: child processes that no death of this process outlives, their directories, and the cache of unpacked
 * programs. Knows no product, opens no session. Entry type: {@link io.dbharness.embedded.Starter}.
 */
@NullMarked
package io.dbharness.embedded;

import org.jspecify.annotations.NullMarked;
