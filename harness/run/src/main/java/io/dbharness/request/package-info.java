/**
 * The typed specification of runs. A command line, a command of a study file and a Java call all become a
 * {@link io.dbharness.request.RunSpec}. Each option is declared once, with its help, checks and meaning. Opens and creates nothing.
 */
@NullMarked
package io.dbharness.request;

import org.jspecify.annotations.NullMarked;
