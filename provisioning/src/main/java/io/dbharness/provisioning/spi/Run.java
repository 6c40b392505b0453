package io.dbharness.provisioning.spi;

import java.nio.file.Path;

/**
 * One bringing-up of a file, from the first {@code up} to the last step of {@code down}.
 *
 * @param name      the file's name
 * @param id        the name and six letters drawn at the first {@code up}, unique where others provision too
 * @param directory where the ledger is and where a provider may keep small files; gone after {@code down}
 */
public record Run(String name, String id, Path directory) {}
