/**
 * What things of Azure cost an hour: from a file that its user keeps, or from the service's public list of retail prices. Knows what is
 * to be paid for by name only and makes nothing. Entry type: {@link io.dbharness.provisioning.azure.price.Bill}.
 */
@NullMarked
package io.dbharness.provisioning.azure.price;

import org.jspecify.annotations.NullMarked;
