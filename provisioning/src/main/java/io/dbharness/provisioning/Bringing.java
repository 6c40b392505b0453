package io.dbharness.provisioning;

import io.dbharness.model.HarnessException;
import io.dbharness.provisioning.ledger.History;
import io.dbharness.provisioning.ledger.Ledger;
import io.dbharness.provisioning.spi.Facts;
import io.dbharness.provisioning.spi.Provider;
import io.dbharness.provisioning.spi.Step;
import java.io.IOException;
import java.util.Map;

/**
 * Makes the steps of a plan that are not made yet, each in the ledger before it begins.
 *
 * @param providers who makes them
 * @param ledger    of the run
 * @param history   what it said before
 * @param following hears of each
 */
record Bringing(Providers providers, Ledger ledger, History history, Following following) {

    /** Whether nothing of the run stood before. */
    boolean isNew() {
        return history.run().isEmpty();
    }

    /** What all steps said; throws when one fails. */
    Facts make(ProvisioningPlan plan) {
        Facts facts = Facts.NONE;
        for (Step step : plan.steps()) {
            facts = facts.with(step.id(), made(step, facts));
        }
        return facts;
    }

    private Map<String, String> made(Step step, Facts earlier) {
        Provider provider = providers.of(step);
        try {
            if (history.done().contains(step.id())
                    && provider.presence(step, history.facts()).mayBeThere()) {
                following.kept(step);
                return history.facts().all(step.id());
            }
            following.making(step);
            if (history.standing(step.id()).isEmpty()) {
                ledger.begins(step);
            }
            Map<String, String> facts = provider.apply(step, earlier);
            ledger.isDone(step, facts);
            return facts;
        } catch (IOException e) {
            throw new HarnessException("cannot " + step.summary() + ": " + e.getMessage(), e);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new HarnessException("interrupted; what was made stands until 'provision down'", e);
        }
    }
}
