package io.dbharness.cql;

import io.dbharness.cql.driver.DriverSession;
import io.dbharness.model.Outcome;
import io.dbharness.workload.AsyncInvocation;
import java.util.concurrent.CompletionStage;

/** A request to a cluster, whose failures are all in its answer. */
interface CqlInvocation extends AsyncInvocation<DriverSession> {

    @Override
    CompletionStage<Outcome> send(DriverSession session);
}
