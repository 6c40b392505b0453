package io.dbharness.provisioning.azure;

import com.fasterxml.jackson.databind.JsonNode;
import io.dbharness.model.HarnessException;
import io.dbharness.model.Resources;
import java.util.Properties;
import java.util.Set;

/** Azure's no to a request or to an operation that it had accepted, with what helps. */
final class AzureRefusal extends HarnessException {

    private static final long serialVersionUID = 1L;

    /** Codes of the service, and what helps. */
    private static final Properties ADVICE = Resources.properties(AzureRefusal.class, "advice.properties");

    /** Another place may have what this one has not. */
    private static final Set<String> CAPACITY = Set.of(
            "AllocationFailed",
            "ZonalAllocationFailed",
            "OverconstrainedAllocationRequest",
            "OverconstrainedZonalAllocationRequest",
            "SkuNotAvailable");

    /** Over soon, by themselves. */
    private static final Set<String> PASSING = Set.of("AnotherOperationInProgress", "RetryableError");

    private static final Set<Integer> PASSING_STATUS = Set.of(408, 429, 500, 502, 503, 504);

    private final int status;
    private final String code;

    private AzureRefusal(int status, String code, String message) {
        super(message);
        this.status = status;
        this.code = code;
    }

    /**
     * From what was answered.
     *
     * @param status of the answer
     * @param answer its body; anything but an object with an error stands for something on the way that answered instead
     */
    static AzureRefusal of(int status, JsonNode answer) {
        JsonNode error = answer.path("error");
        String code = error.path("code").asText();
        String message = error.isObject()
                ? "Azure refuses" + (code.isEmpty() ? "" : " (" + code + ")") + ": "
                        + error.path("message").asText()
                : "Azure answered with status " + status + " and does not say why";
        return new AzureRefusal(
                status, code, message + (ADVICE.containsKey(code) ? "; " + ADVICE.getProperty(code) : ""));
    }

    /** Whether it says that there is nothing at that place. */
    boolean isMissing() {
        return status == 404;
    }

    /** Whether another zone may have it. */
    boolean isOfCapacity() {
        return CAPACITY.contains(code);
    }

    /** Whether the same request may work soon. */
    boolean passes() {
        return PASSING_STATUS.contains(status) || PASSING.contains(code);
    }
}
