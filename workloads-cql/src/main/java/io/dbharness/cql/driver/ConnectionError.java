package io.dbharness.cql.driver;

import com.datastax.oss.driver.api.core.AllNodesFailedException;
import com.datastax.oss.driver.api.core.DriverExecutionException;
import com.datastax.oss.driver.api.core.UnsupportedProtocolVersionException;
import com.datastax.oss.driver.api.core.auth.AuthenticationException;
import io.dbharness.model.TargetUnreachableException;
import io.netty.handler.ssl.NotSslRecordException;
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

/** Explains why a cluster cannot be reached, in one sentence with the remedy. */
final class ConnectionError {

    private ConnectionError() {}

    /** @param bundle the secure-connect bundle that names the nodes */
    static TargetUnreachableException of(CqlAddress address, Optional<Path> bundle, RuntimeException failure) {
        if (bundle.isPresent()
                && (failure instanceof IllegalStateException || failure instanceof DriverExecutionException)) {
            // No node is known yet, and the driver's exception is the same for a damaged file and a service that
            // refuses.
            return new TargetUnreachableException(
                    "cannot reach " + address + ": the secure-connect-bundle '" + bundle.get()
                            + "', or the metadata service that it names, does not list the nodes (" + words(failure)
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
                "cannot reach " + address + ": " + encryption(failure).orElseGet(() -> words(reason)), failure);
    }

    /** Returns the problem with TLS or with a certificate, if there is one. */
    private static Optional<String> encryption(Throwable failure) {
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
        if (found(failure, NotSslRecordException.class::isInstance).isPresent()) {
            return Optional.of("the port answers without TLS; leave out tls=on, or give the port that has it");
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

    /** Returns the operating system's refusal, wherever the driver keeps it, or else the exception's own message; one line. */
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

    /** Returns the first matching exception among a failure, its causes and the failures of the nodes. */
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
