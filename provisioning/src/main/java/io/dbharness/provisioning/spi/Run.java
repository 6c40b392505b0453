package io.dbharness.provisioning.spi;

import java.nio.file.Path;

/**
 * One provisioned instance of a file, from the first {@code up} to the last step of {@code down}.
 *
 * @param name      the file's name
 * @param id        the name and six random letters drawn at the first {@code up}; unique among the runs of all users of an account
 * @param directory directory of the ledger and of small provider files; deleted by {@code down}
 */
public record Run(String name, String id, Path directory) {}
