package io.dbharness.provisioning.azure;

import io.dbharness.config.Fields;
import io.dbharness.model.HarnessException;
import io.dbharness.provisioning.azure.price.RetailPrices;
import io.dbharness.provisioning.catalogue.Catalogue;
import io.dbharness.provisioning.file.Subject;
import io.dbharness.provisioning.spi.Cost;
import io.dbharness.provisioning.spi.Draft;
import io.dbharness.provisioning.spi.Facts;
import io.dbharness.provisioning.spi.Finder;
import io.dbharness.provisioning.spi.Leftover;
import io.dbharness.provisioning.spi.Place;
import io.dbharness.provisioning.spi.Presence;
import io.dbharness.provisioning.spi.Provider;
import io.dbharness.provisioning.spi.Request;
import io.dbharness.provisioning.spi.Run;
import io.dbharness.provisioning.spi.Step;
import io.dbharness.time.RunClock;
import io.dbharness.time.SystemClock;
import java.io.IOException;
import java.security.KeyPair;
import java.security.SecureRandom;
import java.time.LocalDate;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Supplier;
import java.util.random.RandomGenerator;

/** Machines with managed disks, and databases, in a resource group of Azure that comes and goes with its run. One thread. */
public final class AzureProvider implements Provider, Finder {

    /** As files name it. */
    static final String NAME = "azure";

    private static final String SUBSCRIPTION = "AZURE_SUBSCRIPTION_ID";

    private final Connector connector;
    private final AzureSettings.Defaults defaults;
    private final RunClock clock;
    private final Supplier<KeyPair> keyPairs;
    private final Catalogue catalogue;
    private final RandomGenerator passwords = new SecureRandom();
    private final Map<String, AzureClients> open = new HashMap<>();

    /** Azure itself, as the login of this machine sees it. */
    public AzureProvider() {
        // No method reference: linking one would load the class, and Azure's with it, for a user who only plans.
        this(
                subscription -> AzureLogin.connect(subscription),
                new SystemClock(),
                new AzureSettings.Defaults(
                        Optional.ofNullable(System.getenv(SUBSCRIPTION)).orElse(""),
                        System.getProperty("user.name", "unknown"),
                        RetailPrices.PUBLIC),
                KeyPairFile::draw);
    }

    /** @param keyPairs where the keys to machines come from */
    AzureProvider(Connector connector, RunClock clock, AzureSettings.Defaults defaults, Supplier<KeyPair> keyPairs) {
        this.connector = connector;
        this.keyPairs = keyPairs;
        this.defaults = defaults;
        this.clock = clock;
        this.catalogue = Catalogue.load();
    }

    @Override
    public String name() {
        return NAME;
    }

    @Override
    public Draft plan(Request request) {
        List<AzureSubject> subjects = request.subjects().stream()
                .flatMap(subject -> AzureSubject.read(subject, catalogue).stream())
                .toList();
        Optional<AzureSettings> settings = settings(request);
        if (settings.isEmpty()) {
            return new Draft(List.of(), Map.of(), List.of(), Optional.empty());
        }
        AzureSettings valid = settings.get();
        AzurePlan plan = new AzurePlan(valid, catalogue, clock);
        plan.check(request.subjects(), subjects);
        request.settings().ifPresent(plan::client);
        AzurePrices prices = new AzurePrices(valid, request.prices());
        Cost cost = prices.of(plan.bill(), market(), request.settings().orElseThrow());
        List<Step> steps = new AzureDraft(request.run(), valid, catalogue).steps(subjects);
        List<String> remarks = new ArrayList<>(plan.remarks());
        remarks.addAll(prices.remarks());
        remarks.add(AzurePrices.sentence(cost));
        String consent = "make " + steps.size() + " things in " + valid.region() + " of Azure; "
                + AzurePrices.sentence(cost) + ", and 'down' or, after "
                + valid.lifetime().toHours() + " hours, 'reap' ends it";
        return new Draft(steps, plan.facts(), remarks, Optional.of(consent), Optional.of(cost));
    }

    private AzurePrices.Market market() {
        return new AzurePrices.Market(
                defaults.retail(), LocalDate.ofInstant(clock.wallTime(), ZoneOffset.UTC), catalogue);
    }

    private Optional<AzureSettings> settings(Request request) {
        if (request.settings().isEmpty()) {
            Fields fields = request.subjects().get(0).fields();
            fields.problem("provider", "azure needs a mapping azure at the top of the file, with at least its region");
        }
        return request.settings().map(fields -> AzureSettings.read(fields, defaults));
    }

    @Override
    public Map<String, String> apply(Step step, Facts earlier) throws IOException, InterruptedException {
        Kind kind = Kind.of(step.kind());
        if (kind == Kind.KEY) {
            return KeyPairFile.put(step, keyPairs);
        } else if (kind == Kind.PASSWORD) {
            return PasswordFile.put(step, passwords);
        }
        AzureClients clients = clients(step);
        return AzureFailure.telling(
                step.summary(), () -> new AzureSteps(clients, catalogue, clock).apply(step, earlier));
    }

    @Override
    public void undo(Step step, Facts facts) throws IOException, InterruptedException {
        Kind kind = Kind.of(step.kind());
        if (kind == Kind.KEY) {
            KeyPairFile.delete(step);
        } else if (kind == Kind.PASSWORD) {
            PasswordFile.delete(step);
        } else if (AzureSteps.isUndone(step)) {
            AzureClients clients = clients(step);
            AzureFailure.telling("remove " + step.summary(), () -> {
                new AzureSteps(clients, catalogue, clock).undo(step);
                return "removed";
            });
        }
    }

    @Override
    public Presence presence(Step step, Facts facts) throws InterruptedException {
        Kind kind = Kind.of(step.kind());
        if (kind == Kind.KEY) {
            return KeyPairFile.exists(step) ? Presence.THERE : Presence.GONE;
        }
        if (kind == Kind.PASSWORD) {
            return PasswordFile.exists(step) ? Presence.THERE : Presence.GONE;
        }
        if (kind == Kind.CHECK) {
            // What was answered once need not be asked again: by now the run itself uses the quota.
            return Presence.THERE;
        }
        AzureClients clients = clients(step);
        return AzureFailure.telling(
                "look at " + step.summary(), () -> new AzureSteps(clients, catalogue, clock).presence(step));
    }

    @Override
    public Place place(Subject subject, Run run, Facts facts) {
        return AzureSubject.read(subject, catalogue)
                .map(one -> new AzurePlace(one, run, facts).place())
                .orElseThrow(() -> new IllegalArgumentException("a subject that was never planned: " + subject.name()));
    }

    /** Of the subscription that the environment names. */
    @Override
    public List<Leftover> leftovers() throws InterruptedException {
        return defaults.subscription().isEmpty()
                ? List.of()
                : AzureFailure.telling(
                        "look for resource groups", () -> new AzureLeftovers(clients(defaults.subscription())).find());
    }

    @Override
    public void remove(Leftover leftover) throws InterruptedException {
        AzureFailure.telling("remove " + leftover.run(), () -> {
            new AzureLeftovers(clients(defaults.subscription())).remove(leftover);
            return "removed";
        });
    }

    private AzureClients clients(Step step) {
        return clients(step.argument(Arguments.SUBSCRIPTION));
    }

    private AzureClients clients(String subscription) {
        if (subscription.isEmpty()) {
            throw new HarnessException(
                    "no subscription: set azure.subscription in the file or " + SUBSCRIPTION + " in the environment");
        }
        return open.computeIfAbsent(subscription, connector::connect);
    }
}
