package io.dbharness.cql.driver;

import com.datastax.oss.driver.api.core.AllNodesFailedException;
import com.datastax.oss.driver.api.core.DriverExecutionException;
import com.datastax.oss.driver.api.core.UnsupportedProtocolVersionException;
import com.datastax.oss.driver.api.core.auth.AuthenticationException;
import io.dbharness.model.TargetUnreachableException;
import java.net.ConnectException;
import java.nio.file.Path;
import java.security.cert.CertPathBuilderException;
import java.security.cert.CertPathValidatorException;
import java.security.cert.CertificateException;
import java.security.cert.CertificateExpiredException;
import java.security.cert.CertificateNotYetValidException;
import java.util.Arrays;
import java.util.Collection;
import java.util.List;
import java.util.Optional;
import java.util.function.Predicate;
import java.util.stream.Stream;
import javax.net.ssl.SSLException;

/** Why a cluster cannot be reached, in a sentence that says what to do. */
final class Unreachable {

    private Unreachable() {}

    /** @param bundle that the nodes were to be found by */
    static TargetUnreachableException of(CqlAddress address, Optional<Path> bundle, RuntimeException failure) {
        if (bundle.isPresent()
                && (failure instanceof IllegalStateException || failure instanceof DriverExecutionException)) {
            // No node is known yet, and what the driver throws does not tell a damaged file from a service that
            // refuses.
            return new TargetUnreachableException(
                    "cannot reach " + address + ": the secure-connect-bundle '" + bundle.get()
                            + "', or the metadata service that it names, does not tell the nodes (" + words(failure)
                            + "); is the file whole and the latest one, and the database awake?",
                    failure);
        }
        Throwable reason = failure instanceof AllNodesFailedException all
                ? all.getAllErrors().values().stream()
                        .flatMap(List::stream)
                        .findFirst()
                        .orElse(failure)
                : failure;
        if (reason instanceof AuthenticationException) {
            return new TargetUnreachableException(
                    "cannot log in to " + address
                            + ": user or password is wrong or missing; give --user NAME --password env:NAME",
                    failure);
        }
        return new TargetUnreachableException(
                "cannot reach " + address + ": " + certificate(failure).orElseGet(() -> words(reason)), failure);
    }

    /** What is wrong with a certificate, if one is. */
    private static Optional<String> certificate(Throwable failure) {
        if (found(failure, CertificateExpiredException.class::isInstance).isPresent()) {
            return Optional.of("the node's certificate has expired");
        }
        if (found(failure, CertificateNotYetValidException.class::isInstance).isPresent()) {
            return Optional.of("the node's certificate is not valid yet; is the clock right?");
        }
        if (found(
                        failure,
                        link -> link instanceof CertPathBuilderException || link instanceof CertPathValidatorException)
                .isPresent()) {
            return Optional.of(
                    "the node's certificate is of no authority that is trusted; give the right one by truststore=FILE");
        }
        Optional<String> host = found(
                        failure,
                        link -> link instanceof CertificateException
                                && String.valueOf(link.getMessage()).startsWith("No "))
                .map(link -> "the node's certificate is made out to another host (" + words(link)
                        + "); connect to a name that is in it, or give verify-host=off");
        return host.or(() -> found(failure, SSLException.class::isInstance)
                .filter(
                        link -> String.valueOf(link.getMessage())
                                .matches(
                                        ".*(certificate_required|bad_certificate|certificate_unknown|certificate_expired|unknown_ca).*"))
                .map(link -> "the node does not take the client's certificate, or wants one (" + words(link)
                        + "); give the right one by keystore=FILE"));
    }

    /** The refusal of the operating system, wherever the driver keeps it, or what it says itself; one line. */
    private static String words(Throwable failure) {
        Throwable best = found(failure, ConnectException.class::isInstance)
                .or(() -> found(failure, UnsupportedProtocolVersionException.class::isInstance))
                .or(() -> found(failure, SSLException.class::isInstance))
                .or(() -> found(failure, link -> link.getMessage() != null))
                .orElse(failure);
        String message = best.getMessage();
        return message == null
                ? best.getClass().getSimpleName()
                : message.lines().findFirst().orElse(message);
    }

    /** The first that is wanted among a failure, its causes and those of the nodes. */
    private static Optional<Throwable> found(Throwable failure, Predicate<Throwable> wanted) {
        if (wanted.test(failure)) {
            return Optional.of(failure);
        }
        Stream<Throwable> nodes = failure instanceof AllNodesFailedException all
                ? all.getAllErrors().values().stream().flatMap(Collection::stream)
                : Stream.empty();
        return Stream.concat(
                        nodes,
                        Stream.concat(Stream.ofNullable(failure.getCause()), Arrays.stream(failure.getSuppressed())))
                .flatMap(link -> found(link, wanted).stream())
                .findFirst();
    }
}
