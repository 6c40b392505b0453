package io.dbharness.provisioning.spi;

import java.time.Duration;

/**
 * A request to a provider's service and its response. Without headers, so without tokens; bodies may contain secrets.
 *
 * @param method   HTTP method
 * @param address  whole address
 * @param request  body of the request; empty if it has none
 * @param status   HTTP status; 0 without a response
 * @param id       the service's own id of the request, for its support; empty if it gives none
 * @param response body of the response, or the reason why there is none
 * @param took     time until the whole response was there
 */
public record Exchange(
        String method, String address, String request, int status, String id, String response, Duration took) {}
