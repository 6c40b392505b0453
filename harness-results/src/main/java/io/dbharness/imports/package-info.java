/**
 * Reads what other tools print, as figures that can stand beside runs of ours. Opens no files and trusts no content: what cannot be
 * understood is a problem that is told. Entry type: {@link io.dbharness.imports.ForeignFormat}.
 */
@NullMarked
package io.dbharness.imports;

import org.jspecify.annotations.NullMarked;
