package io.dbharness.disk.data;

import java.util.OptionalLong;

/**
 * What a user wants of a work file.
 *
 * @param bytes     its length; left out, that of what is there, or {@link WorkFile#DEFAULT_BYTES}
 * @param writes    whether it is to be written to when it is ready
 * @param overwrite whether the data of others may be lost
 */
public record Wish(OptionalLong bytes, boolean writes, boolean overwrite) {}
