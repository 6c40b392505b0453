package io.dbharness.cql.driver;

import io.dbharness.model.Problems;
import io.dbharness.model.UsageException;
import io.dbharness.sut.Secret;
import io.dbharness.sut.TargetProvider;
import io.dbharness.sut.TargetSpec;
import java.util.List;
import java.util.Optional;

/** Opens {@code cassandra://host[:port][,host...]/keyspace?datacenter=dc}. Thread-safe. */
public final class CqlTargetProvider implements TargetProvider {

    private static final String FORM = CqlAddress.SCHEME + "HOST:PORT/KEYSPACE";
    private static final String DRIVER = "/com/datastax/oss/driver/api/core/CqlSession.class";

    @Override
    public boolean accepts(String url) {
        return url.startsWith(CqlAddress.SCHEME);
    }

    @Override
    public List<String> forms() {
        return List.of(FORM);
    }

    @Override
    public Optional<String> separate(String url, String keyspace) {
        return Optional.of(url.replaceFirst("^(cassandra://[^/?]+)(/[^?]*)?", "$1/" + keyspace));
    }

    @Override
    public CqlTarget open(TargetSpec spec) {
        if (spec.url().contains("@") || Secret.isIn(spec.url())) {
            // Checked first and reported alone, because every other message may quote the address.
            throw new UsageException(List.of(
                    "the target's address contains a password or credentials before '@', where process lists and shell"
                            + " histories keep them; take them out and use --user NAME --password env:NAME, and for others"
                            + " env:NAME or file:PATH"));
        }
        if (CqlTargetProvider.class.getResource(DRIVER) == null) {
            throw UsageException.missingArtifact(FORM, "org.apache.cassandra:java-driver-core");
        }
        Problems problems = new Problems();
        CqlAddress address = CqlAddress.parse(spec.url(), problems);
        CqlOptions options = CqlOptions.parse(address, spec, problems);
        problems.require(
                spec.user().isPresent() == spec.password().isPresent(),
                "a cluster that knows its users needs --user and --password together");
        problems.throwIfAny();
        return new CqlTarget(address, options, spec);
    }
}
