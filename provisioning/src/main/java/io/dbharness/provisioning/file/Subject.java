package io.dbharness.provisioning.file;

import io.dbharness.config.Fields;

/**
 * One thing to be compared with the others of its file.
 *
 * @param name     unique in its file: small letters, digits and hyphens, at most 32, beginning with a letter
 * @param provider who makes it
 * @param disk     what is common to disks of all providers
 * @param fields   all it says; its provider reads the rest of them. Refused are those that nobody has read after planning
 */
public record Subject(String name, String provider, DiskRequest disk, Fields fields) {}
