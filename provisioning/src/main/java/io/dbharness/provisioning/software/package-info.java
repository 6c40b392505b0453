/**
 * What is installed on new machines: databases over one or several of them, and what the harness itself needs to run there. Scripts and
 * texts only; how they get to a machine is the business of a provider. Entry type:
 * {@link io.dbharness.provisioning.software.DatabaseSoftware}.
 */
@NullMarked
package io.dbharness.provisioning.software;

import org.jspecify.annotations.NullMarked;
