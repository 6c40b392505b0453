package io.dbharness.sut;

import java.nio.file.Path;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;

/**
 * The address of a target and its credentials. Safe to print: the secret masks itself.
 *
 * @param url      its address, without credentials
 * @param user     the name to log in with
 * @param password the secret, resolved when a session is opened
 * @param dataDir  files of an embedded server, kept between runs
 * @param options  further session options by name, for example {@code isolation}
 */
public record TargetSpec(
        String url,
        Optional<String> user,
        Optional<Secret> password,
        Optional<Path> dataDir,
        Map<String, String> options) {

    public TargetSpec {
        Objects.requireNonNull(url, "url");
        options = Map.copyOf(options);
    }

    public static TargetSpec of(String url) {
        return new TargetSpec(url, Optional.empty(), Optional.empty(), Optional.empty(), Map.of());
    }

    public TargetSpec withCredentials(String newUser, Secret newPassword) {
        return new TargetSpec(url, Optional.of(newUser), Optional.of(newPassword), dataDir, options);
    }
}
