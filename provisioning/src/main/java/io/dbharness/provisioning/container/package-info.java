/**
 * Servers in containers, for the time of a run. Knows Testcontainers and how the products' images are started; knows no driver. Entry
 * type: {@link io.dbharness.provisioning.container.ContainerServerProvider}.
 */
@NullMarked
package io.dbharness.provisioning.container;

import org.jspecify.annotations.NullMarked;
