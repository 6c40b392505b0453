package io.dbharness.provisioning.azure;

import io.dbharness.model.HarnessException;
import java.io.IOException;
import java.io.InterruptedIOException;
import java.io.UncheckedIOException;
import java.util.Objects;

/** Says what Azure, or the way to it, refused. */
final class AzureFailure {

    private AzureFailure() {}

    /** What is asked of Azure. */
    @FunctionalInterface
    interface Request<T> {
        T ask() throws IOException, InterruptedException;
    }

    /** Runs a request; what Azure or the way to it refuses becomes an error for people. */
    static <T> T telling(String what, Request<T> request) throws InterruptedException {
        try {
            return request.ask();
        } catch (AzureRefusal e) {
            throw new HarnessException(what + ": " + e.getMessage(), e);
        } catch (UncheckedIOException e) {
            throw told(what, Objects.requireNonNull(e.getCause()));
        } catch (IOException e) {
            throw told(what, e);
        }
    }

    private static HarnessException told(String what, IOException e) throws InterruptedException {
        if (e instanceof InterruptedIOException) {
            throw (InterruptedException) new InterruptedException().initCause(e);
        }
        return new HarnessException(what + ": " + e.getMessage(), e);
    }
}
