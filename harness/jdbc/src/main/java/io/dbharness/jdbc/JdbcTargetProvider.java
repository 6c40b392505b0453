package io.dbharness.jdbc;

import io.dbharness.jdbc.dialect.Dialect;
import io.dbharness.model.Internal;
import io.dbharness.model.Problems;
import io.dbharness.model.UsageException;
import io.dbharness.sut.Secret;
import io.dbharness.sut.TargetProvider;
import io.dbharness.sut.TargetSpec;
import java.util.List;
import java.util.Optional;
import java.util.regex.Pattern;

/** Opens targets whose address starts with {@code jdbc:} and whose product has a {@link Dialect}. Thread-safe. */
@Internal
public final class JdbcTargetProvider implements TargetProvider {

    @Override
    public boolean accepts(String url) {
        return url.startsWith("jdbc:") && Dialects.onClassPath().ofAddress(url).isPresent();
    }

    @Override
    public List<String> forms() {
        return Dialects.onClassPath().all().stream()
                .map(dialect -> dialect.driver().form())
                .toList();
    }

    @Override
    public boolean opensConnections() {
        return true;
    }

    @Override
    public Optional<String> separate(String url, String name) {
        return Dialects.onClassPath()
                .ofAddress(url)
                .flatMap(dialect -> dialect.driver().separate(url, name));
    }

    @Override
    public JdbcTarget open(TargetSpec spec) {
        if (JdbcUrl.carriesSecret(spec.url())) {
            // Checked first and alone, because every other message may quote the address.
            throw new UsageException(
                    List.of(
                            "the target's address contains a password or credentials before '@', where process"
                                    + " lists and shell histories keep them; take them out and use --user NAME --password env:NAME"));
        }
        Dialects dialects = Dialects.onClassPath();
        Dialect ofAddress = dialects.ofAddress(spec.url())
                .orElseThrow(() -> new UsageException(List.of(
                        "no dialect for the target address '" + spec.url() + "'; use " + String.join(", ", forms()))));
        ofAddress.driver().missing().ifPresent(artifact -> {
            throw UsageException.missingArtifact(ofAddress.driver().form(), artifact);
        });
        Problems problems = new Problems();
        ofAddress.driver().check(spec, problems);
        JdbcOptions options = JdbcOptions.parse(spec.options(), ofAddress, dialects, problems);
        problems.throwIfAny();
        return new JdbcTarget(dialects, ofAddress, spec, options);
    }

    /** Checks of a JDBC address that do not depend on its product. */
    static final class JdbcUrl {

        /** A password in the parameters, because drivers do not support references to passwords. */
        private static final Pattern PASSWORD = Pattern.compile("[?&;][^=&;]*password\\s*=", Pattern.CASE_INSENSITIVE);

        /** Credentials before the host. Matches up to the parameters, because a password may contain slashes. */
        private static final Pattern USER_INFO = Pattern.compile("^[^?;]*@");

        private static final Pattern USER_PARAMETER =
                Pattern.compile("(?<=[?&;])user(name)?=[^&;]*[&;]?", Pattern.CASE_INSENSITIVE);

        private static final Pattern DANGLING = Pattern.compile("[?&;]$");

        private JdbcUrl() {}

        /** Returns true if the address contains, or may contain, a password. Such an address must not be printed. */
        static boolean carriesSecret(String url) {
            return Secret.isIn(url)
                    || PASSWORD.matcher(url).find()
                    || USER_INFO.matcher(url).find();
        }

        /** Returns the address of a URL without a secret, without the user. */
        static String withoutUser(String url) {
            return DANGLING.matcher(USER_PARAMETER.matcher(url).replaceAll("")).replaceFirst("");
        }
    }
}
