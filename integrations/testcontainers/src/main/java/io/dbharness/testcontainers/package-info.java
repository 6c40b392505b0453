/**
 * Servers in containers that this program or the caller has started. Uses Testcontainers and a recipe per product; independent of drivers
 * and clouds. Entry types: {@link io.dbharness.testcontainers.ContainerServerProvider} and {@link io.dbharness.testcontainers.Containers}.
 */
@NullMarked
package io.dbharness.testcontainers;

import org.jspecify.annotations.NullMarked;
