/**
 * Parses the output of other tools as figures to compare with runs. Opens no files and trusts no content: what cannot be parsed becomes a
 * problem. Entry type: {@link io.dbharness.imports.ForeignFormat}.
 */
@NullMarked
package io.dbharness.imports;

import org.jspecify.annotations.NullMarked;
