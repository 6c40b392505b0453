/**
 * Servers in containers: those that are started for a run, and those that the caller has. Knows Testcontainers and how the products' images
 * are started; knows no driver and no cloud. Entry types: {@link io.dbharness.testcontainers.ContainerServerProvider} and
 * {@link io.dbharness.testcontainers.Containers}.
 */
@NullMarked
package io.dbharness.testcontainers;

import org.jspecify.annotations.NullMarked;
