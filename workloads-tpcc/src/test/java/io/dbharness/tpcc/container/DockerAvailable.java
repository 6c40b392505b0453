package io.dbharness.tpcc.container;

import org.junit.jupiter.api.extension.ConditionEvaluationResult;
import org.junit.jupiter.api.extension.ExecutionCondition;
import org.junit.jupiter.api.extension.ExtensionContext;
import org.testcontainers.DockerClientFactory;

/** Skips a class, and says why, where no Docker daemon answers. */
final class DockerAvailable implements ExecutionCondition {

    @Override
    public ConditionEvaluationResult evaluateExecutionCondition(ExtensionContext context) {
        if (DockerClientFactory.instance().isDockerAvailable()) {
            return ConditionEvaluationResult.enabled("a Docker daemon answers");
        }
        String reason = "no Docker daemon answers; start one, or set DOCKER_HOST, to run "
                + context.getRequiredTestClass().getSimpleName();
        // Surefire's report has the reason; its summary on the terminal only a number.
        context.publishReportEntry("skipped", reason);
        return ConditionEvaluationResult.disabled(reason);
    }
}
