/**
 * The common parts of embedded servers: child processes that end with this process, their directories, and the cache of unpacked programs.
 * Independent of any product, opens no session. Entry type: {@link io.dbharness.embedded.Starter}.
 */
@Internal
@NullMarked
package io.dbharness.embedded;

import io.dbharness.model.Internal;
import org.jspecify.annotations.NullMarked;
