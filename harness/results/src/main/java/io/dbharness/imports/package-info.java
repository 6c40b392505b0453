/**
 * Parses the output of other tools as figures to compare with runs. Opens no files and trusts no content: what cannot be parsed becomes a
 * problem. Entry type: {@link io.dbharness.imports.ForeignFormat}.
 */
@Internal
@NullMarked
package io.dbharness.imports;

import io.dbharness.model.Internal;
import org.jspecify.annotations.NullMarked;
