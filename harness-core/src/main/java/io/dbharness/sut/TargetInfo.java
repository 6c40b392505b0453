package io.dbharness.sut;

import io.dbharness.model.Caveat;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/**
 * The facts of a target as read from it, for the result.
 *
 * @param product  for example {@code PostgreSQL}
 * @param version  as the product prints it
 * @param url      the address without credentials
 * @param settings effective settings that decide the numbers, name to value
 * @param caveats  settings that make a benchmark misleading, for example durability switched off
 */
public record TargetInfo(
        String product, String version, String url, Map<String, String> settings, List<Caveat> caveats) {

    public TargetInfo {
        settings = Collections.unmodifiableMap(new TreeMap<>(settings));
        caveats = List.copyOf(caveats);
    }
}
