package io.dbharness.jdbc;

import io.dbharness.jdbc.dialect.Dialect;
import io.dbharness.model.Problems;
import io.dbharness.model.UsageException;
import io.dbharness.target.TargetProvider;
import io.dbharness.target.TargetSpec;
import java.util.List;
import java.util.Optional;
import java.util.ServiceLoader;

/** Opens targets whose address starts with {@code jdbc:} and whose product has a {@link Dialect}. Thread-safe. */
public final class JdbcTargetProvider implements TargetProvider {

    @Override
    public boolean accepts(String url) {
        return url.startsWith("jdbc:") && dialectOf(url).isPresent();
    }

    @Override
    public JdbcTarget open(TargetSpec spec) {
        if (JdbcUrl.carriesSecret(spec.url())) {
            // Before anything else, and alone: every other message may quote the address.
            throw new UsageException(
                    List.of(
                            "the target's address contains a password or credentials before '@', where process"
                                    + " lists and shell histories keep them; take them out and use --user NAME --password env:NAME"));
        }
        Dialect dialect = dialectOf(spec.url())
                .orElseThrow(() -> new UsageException(List.of("no dialect for the target address '" + spec.url()
                        + "'; use jdbc:postgresql://HOST:PORT/DATABASE, jdbc:yugabytedb://HOST:PORT/DATABASE or"
                        + " jdbc:sqlserver://HOST:PORT;databaseName=DATABASE")));
        Problems problems = new Problems();
        dialect.check(spec, problems);
        JdbcOptions options =
                JdbcOptions.parse(spec.options(), new IsolationLevels(dialect.isolationLevels()), problems);
        problems.throwIfAny();
        return new JdbcTarget(dialect, spec, options);
    }

    private static Optional<Dialect> dialectOf(String url) {
        for (Dialect dialect : ServiceLoader.load(Dialect.class, JdbcTargetProvider.class.getClassLoader())) {
            if (dialect.accepts(url)) {
                return Optional.of(dialect);
            }
        }
        return Optional.empty();
    }
}
