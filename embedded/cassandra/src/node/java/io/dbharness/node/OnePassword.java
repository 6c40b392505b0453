package io.dbharness.node;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.MessageDigest;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.apache.cassandra.auth.AuthenticatedUser;
import org.apache.cassandra.auth.IAuthenticator;
import org.apache.cassandra.auth.IResource;
import org.apache.cassandra.exceptions.AuthenticationException;

/**
 * Authenticates the one user whose name and password are in the file that the property {@code dbharness.login} names, one per line. Unlike
 * Cassandra's own authenticator it needs no table. So there is no default password, and a ring that has lost a node still accepts logins.
 */
public final class OnePassword implements IAuthenticator {

    private final List<String> login;

    public OnePassword() {
        try {
            login = Files.readAllLines(Path.of(System.getProperty("dbharness.login")));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    @Override
    public boolean requireAuthentication() {
        return true;
    }

    @Override
    public Set<? extends IResource> protectedResources() {
        return Set.of();
    }

    @Override
    public void validateConfiguration() {}

    @Override
    public void setup() {}

    @Override
    public SaslNegotiator newSaslNegotiator(InetAddress client) {
        return new Plain();
    }

    @Override
    public AuthenticatedUser legacyAuthenticate(Map<String, String> credentials) {
        return entered(credentials.getOrDefault("username", ""), credentials.getOrDefault("password", ""));
    }

    // Without an authorizer the anonymous user has all permissions, as every user has without a password.
    private AuthenticatedUser entered(String user, String password) {
        if (MessageDigest.isEqual(bytes(user), bytes(login.get(0)))
                & MessageDigest.isEqual(bytes(password), bytes(login.get(1)))) {
            return AuthenticatedUser.ANONYMOUS_USER;
        }
        throw new AuthenticationException("Provided username " + user + " and/or password are incorrect");
    }

    private static byte[] bytes(String text) {
        return text.getBytes(StandardCharsets.UTF_8);
    }

    /** SASL PLAIN: authorization identity, authentication identity and password, separated by zero bytes. */
    private final class Plain implements SaslNegotiator {

        private List<String> words = List.of();

        @Override
        public byte[] evaluateResponse(byte[] response) {
            words = Arrays.asList(new String(response, StandardCharsets.UTF_8).split("\0", -1));
            return null;
        }

        @Override
        public boolean isComplete() {
            return !words.isEmpty();
        }

        @Override
        public AuthenticatedUser getAuthenticatedUser() {
            if (words.size() != 3) {
                throw new AuthenticationException("user and password are required");
            }
            return entered(words.get(1), words.get(2));
        }
    }
}
