/**
 * Files a user writes, as YAML: taken apart into fields that know their line. Every problem of a file is noted before anything is
 * opened. Knows nothing of what the files are about. Entry type: {@link io.dbharness.yaml.YamlFile}.
 */
@Internal
@NullMarked
package io.dbharness.yaml;

import io.dbharness.model.Internal;
import org.jspecify.annotations.NullMarked;
