/**
 * The file that names subjects and how each comes about. Reads and checks what is common to all providers and makes nothing. Also reads
 * the data files of the program itself. Entry type: {@link io.dbharness.provisioning.file.ProvisioningFile}.
 */
@NullMarked
package io.dbharness.provisioning.file;

import org.jspecify.annotations.NullMarked;
