/**
 * What is to be run, typed: {@link io.dbharness.spec.RunSpec} is what a command line, a command of a study file and a Java call become, once. Here are
 * the options, declared once, with their help, their checks and their meaning. Opens and creates nothing.
 */
@NullMarked
package io.dbharness.spec;

import org.jspecify.annotations.NullMarked;
