/**
 * The HTTP server that metrics and the live page share. Knows neither of them. Entry type: {@link io.dbharness.cli.http.LoopbackServer}.
 */
@Internal
@NullMarked
package io.dbharness.cli.http;

import io.dbharness.model.Internal;
import org.jspecify.annotations.NullMarked;
