/**
 * The common parts of embedded servers: child processes that end with this process, their directories, and the cache of unpacked programs.
 * Independent of any product, opens no session. Entry type: {@link io.dbharness.embedded.Starter}.
 */
@NullMarked
package io.dbharness.embedded;

import org.jspecify.annotations.NullMarked;
