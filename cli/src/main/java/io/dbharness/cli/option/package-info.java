/**
 * What a user may type after a workload's name and what it means: declared once, checked all at once, turned into records. Opens
 * nothing. Entry type: {@link io.dbharness.cli.option.RunSettings}.
 */
@NullMarked
package io.dbharness.cli.option;

import org.jspecify.annotations.NullMarked;
