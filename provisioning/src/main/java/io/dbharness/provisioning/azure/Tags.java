package io.dbharness.provisioning.azure;

import io.dbharness.provisioning.spi.Facts;
import io.dbharness.provisioning.spi.Step;
import java.util.Map;

/** What every resource is marked with, so that a run can be found and removed without its ledger. */
final class Tags {

    static final String TOOL = "tool";
    static final String TOOL_NAME = "dbharness";
    static final String RUN = "run";
    static final String OWNER = "owner";
    static final String CREATED = "created";
    static final String EXPIRES = "expires";

    private Tags() {}

    /** Of a resource within its group, which says when both end. */
    static Map<String, String> of(Step step, Facts earlier) {
        return of(
                step,
                earlier.text(Arguments.GROUP_STEP, Arguments.CREATED),
                earlier.text(Arguments.GROUP_STEP, Arguments.EXPIRES));
    }

    /** Of the group. */
    static Map<String, String> of(Step step, String created, String expires) {
        return Map.of(
                TOOL, TOOL_NAME,
                RUN, step.argument(Arguments.RUN),
                OWNER, step.argument(Arguments.OWNER),
                CREATED, created,
                EXPIRES, expires);
    }
}
