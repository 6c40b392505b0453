package io.dbharness.jdbc.dialect;

import io.dbharness.model.Caveat;
import java.util.List;
import java.util.Map;

/**
 * What a server says about itself.
 *
 * @param product  for example {@code PostgreSQL}
 * @param version  as the product prints it
 * @param settings effective settings of the asking session, name to value
 * @param caveats  settings that make a benchmark misleading
 */
public record ServerFacts(String product, String version, Map<String, String> settings, List<Caveat> caveats) {

    public ServerFacts {
        settings = Map.copyOf(settings);
        caveats = List.copyOf(caveats);
    }
}
