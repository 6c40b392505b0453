package io.dbharness.provisioning.local;

import io.dbharness.provisioning.file.ProvisioningFile.Subject;
import io.dbharness.provisioning.spi.Facts;
import io.dbharness.provisioning.spi.Provider;
import io.dbharness.provisioning.spi.Provider.Plan;
import io.dbharness.provisioning.spi.Provider.Request;
import io.dbharness.provisioning.spi.ReadySubject;
import io.dbharness.provisioning.spi.Run;
import io.dbharness.provisioning.spi.Step;
import io.dbharness.provisioning.spi.Step.Presence;
import java.io.IOException;
import java.util.Map;

/**
 * A provider whose process ends at a step.
 *
 * @param provider who works until then
 * @param kind     of the step
 * @param applied  whether the step is still made, and only its ledger line is missing
 */
record DyingProvider(Provider provider, String kind, boolean applied) implements Provider {

    /** An exception that no code catches. */
    static final class Death extends RuntimeException {
        private static final long serialVersionUID = 1L;
    }

    @Override
    public String name() {
        return provider.name();
    }

    @Override
    public Plan plan(Request request) {
        return provider.plan(request);
    }

    @Override
    public Map<String, String> apply(Step step, Facts earlier) throws IOException, InterruptedException {
        if (!step.kind().equals(kind)) {
            return provider.apply(step, earlier);
        }
        if (applied) {
            provider.apply(step, earlier);
        }
        throw new Death();
    }

    @Override
    public void undo(Step step, Facts facts) throws IOException, InterruptedException {
        provider.undo(step, facts);
    }

    @Override
    public Presence presence(Step step, Facts facts) throws IOException, InterruptedException {
        return provider.presence(step, facts);
    }

    @Override
    public ReadySubject locate(Subject subject, Run run, Facts facts) {
        return provider.locate(subject, run, facts);
    }
}
