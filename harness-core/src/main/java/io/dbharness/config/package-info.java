/**
 * Files a user writes: YAML taken apart into fields that know their line, and quantities with units. Every problem of a file is noted,
 * none is thrown alone. Knows nothing of what the fields are for. Entry type: {@link io.dbharness.config.YamlFile}.
 */
@NullMarked
package io.dbharness.config;

import org.jspecify.annotations.NullMarked;
