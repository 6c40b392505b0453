package io.dbharness.provisioning.catalogue;

import java.time.LocalDate;

/**
 * Where a figure was read.
 *
 * @param page the documentation page
 * @param date the page's own date
 */
public record Source(String page, LocalDate date) {}
