package io.dbharness.provisioning.azure;

import com.azure.core.exception.AzureException;
import com.azure.core.exception.ClientAuthenticationException;
import com.azure.core.exception.HttpResponseException;
import com.azure.core.management.exception.ManagementException;
import io.dbharness.model.HarnessException;
import io.dbharness.model.Resources;
import java.util.Optional;
import java.util.Properties;
import java.util.concurrent.Callable;

/** Says what Azure refused, with its code and what to do about it. */
final class AzureFailure {

    /** Codes of the service, and what helps. */
    private static final Properties ADVICE = Resources.properties(AzureFailure.class, "advice.properties");

    private static final String LOGIN =
            "no login to Azure works. Tried, in this order: environment variables (AZURE_CLIENT_ID and"
                    + " companions), workload identity, managed identity, and what the Azure tools on this machine are logged in with. 'az"
                    + " login' is the simplest; AZURE_TOKEN_CREDENTIALS can name one of them alone";

    private AzureFailure() {}

    /** Runs a request; what Azure or the way to it refuses becomes an error for people. */
    static <T> T telling(String what, Callable<T> request) throws InterruptedException {
        try {
            return request.call();
        } catch (ClientAuthenticationException e) {
            throw new HarnessException(LOGIN, e);
        } catch (ManagementException e) {
            throw new HarnessException(what + ": " + sentence(e), e);
        } catch (HttpResponseException e) {
            throw new HarnessException(what + ": Azure answered " + e.getMessage(), e);
        } catch (AzureException e) {
            throw new HarnessException(what + ": " + e.getMessage(), e);
        } catch (InterruptedException | HarnessException e) {
            throw e;
        } catch (Exception e) {
            Throwable cause = e;
            while (cause.getCause() != null) {
                cause = cause.getCause();
            }
            if (cause instanceof InterruptedException) {
                throw (InterruptedException) new InterruptedException().initCause(e);
            }
            String why = cause.getMessage() == null ? cause.getClass().getSimpleName() : cause.getMessage();
            throw new HarnessException(what + ": cannot reach Azure: " + why, e);
        }
    }

    private static String sentence(ManagementException e) {
        String code =
                Optional.ofNullable(e.getValue()).map(error -> error.getCode()).orElse("");
        String message = Optional.ofNullable(e.getValue())
                .map(error -> error.getMessage())
                .orElse(String.valueOf(e.getMessage()));
        return "Azure refuses" + (code.isEmpty() ? "" : " (" + code + ")") + ": " + message
                + (ADVICE.containsKey(code) ? "; " + ADVICE.getProperty(code) : "");
    }
}
