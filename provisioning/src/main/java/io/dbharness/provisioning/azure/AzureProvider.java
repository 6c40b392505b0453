package io.dbharness.provisioning.azure;

import io.dbharness.model.HarnessException;
import io.dbharness.provisioning.catalogue.Catalogue;
import io.dbharness.provisioning.file.ProvisioningFile.Subject;
import io.dbharness.provisioning.spi.Cost;
import io.dbharness.provisioning.spi.Exchange;
import io.dbharness.provisioning.spi.Facts;
import io.dbharness.provisioning.spi.Finder;
import io.dbharness.provisioning.spi.Provider;
import io.dbharness.provisioning.spi.ReadySubject;
import io.dbharness.provisioning.spi.ReadySubject.Access;
import io.dbharness.provisioning.spi.Run;
import io.dbharness.provisioning.spi.Step;
import io.dbharness.provisioning.spi.Step.Presence;
import io.dbharness.sut.LeftOut;
import io.dbharness.time.RunClock;
import io.dbharness.time.SystemClock;
import io.dbharness.yaml.Fields;
import java.io.IOException;
import java.net.URI;
import java.security.KeyPair;
import java.security.SecureRandom;
import java.time.LocalDate;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Consumer;
import java.util.function.Function;
import java.util.function.Supplier;
import java.util.random.RandomGenerator;

/** Provides machines with managed disks, and databases, in an Azure resource group that exists as long as its run. Thread-safe. */
public final class AzureProvider implements Provider, Finder {

    /** The provider's name in files. */
    static final String NAME = "azure";

    private static final String SUBSCRIPTION = "AZURE_SUBSCRIPTION_ID";

    private final Function<AzureCloud, AzureClient> login;
    private final Map<AzureCloud, AzureClient> clients = new ConcurrentHashMap<>();
    private volatile Optional<Consumer<Exchange>> listener = Optional.empty();
    private final AzureSettings.Defaults defaults;
    private final RunClock clock;
    private final Supplier<KeyPair> keyPairs;
    private final Catalogue catalogue;
    private final RandomGenerator passwords = new SecureRandom();

    /** Uses Azure with the login of this machine. */
    public AzureProvider() {
        // Not a method reference: linking one would load the class and Azure's libraries for users who only plan.
        this(
                cloud -> AzureClient.login(cloud, new SystemClock()),
                new SystemClock(),
                new AzureSettings.Defaults(
                        Optional.ofNullable(System.getenv(SUBSCRIPTION)).orElse(""),
                        System.getProperty("user.name", "unknown"),
                        AzureCloud.ofThisMachine(),
                        RetailPrices.PUBLIC,
                        URI.create("https://api.ipify.org")),
                PrivateFile::drawKeys,
                Catalogue.load());
    }

    /**
     * @param login    connects to a cloud; planning never calls it, so planning needs no login
     * @param keyPairs source of ssh key pairs
     */
    AzureProvider(
            Function<AzureCloud, AzureClient> login,
            RunClock clock,
            AzureSettings.Defaults defaults,
            Supplier<KeyPair> keyPairs,
            Catalogue catalogue) {
        this.login = login;
        this.keyPairs = keyPairs;
        this.defaults = defaults;
        this.clock = clock;
        this.catalogue = catalogue;
    }

    @Override
    public String name() {
        return NAME;
    }

    @Override
    public void report(Consumer<Exchange> to) {
        listener = Optional.of(to);
        clients.clear();
    }

    @Override
    public Plan plan(Request request) {
        List<AzureSubject> subjects = request.subjects().stream()
                .flatMap(subject -> AzureSubject.read(subject, catalogue).stream())
                .toList();
        if (request.settings().isEmpty()) {
            Fields fields = request.subjects().get(0).fields();
            fields.problem("provider", "azure needs the top-level mapping 'azure' with at least a region");
            return new Plan(List.of(), Map.of(), List.of(), Optional.empty(), Optional.empty());
        }
        AzureSettings valid = AzureSettings.read(request.settings().get(), defaults);
        LeftOut.here()
                .sentence(NAME)
                .ifPresent(reason -> request.subjects().get(0).fields().problem("provider", reason));
        subjects.stream()
                .filter(one -> one.database()
                        .filter(database -> database.user().isEmpty())
                        .isPresent())
                .filter(one -> valid.entra().isEmpty())
                .forEach(one -> one.fields()
                        .problem("login", "entra needs azure.entra, which names the administrator of the server"));
        LocalDate today = LocalDate.ofInstant(clock.wallTime(), ZoneOffset.UTC);
        AzurePlan plan = new AzurePlan(valid, catalogue, today);
        plan.check(subjects);
        request.settings().ifPresent(fields -> plan.clients(fields, subjects));
        List<String> remarks = new ArrayList<>(plan.remarks());
        Optional<String> source = request.prices().or(valid.spending()::prices);
        List<Step> steps = new StepPlanner(request.run(), valid).steps(subjects);
        CostEstimate bill = new CostEstimate(catalogue);
        bill.add(steps, valid.spending().traffic());
        Cost cost = new AzurePrices(
                        valid, source, defaults.retail(), today, catalogue, listener.orElse(unheard -> {}), remarks)
                .of(bill, request.settings().get());
        remarks.add(AzurePrices.sentence(cost));
        String consent = "create " + steps.size() + " resources in Azure region " + valid.region() + "; "
                + AzurePrices.sentence(cost) + "; 'down' removes them, or 'reap' after "
                + valid.lifetime().toHours() + " hours";
        return new Plan(steps, plan.facts(), remarks, Optional.of(consent), Optional.of(cost));
    }

    @Override
    public Map<String, String> apply(Step step, Facts earlier) throws IOException, InterruptedException {
        return switch (Kind.of(step.kind())) {
            case KEY -> PrivateFile.of(step).putKeys(keyPairs);
            case PASSWORD -> PrivateFile.of(step).putPassword(passwords);
            default -> AzureFailure.telling(step.summary(), () -> steps(step).apply(step, earlier));
        };
    }

    @Override
    public Optional<Set<String>> after(Step step) {
        return Optional.of(Set.copyOf(step.texts(AzureArguments.AFTER)));
    }

    @Override
    public Optional<Access> enter(Run run, Facts facts, String machine) {
        return AzureLocator.access(run, facts, machine);
    }

    @Override
    public boolean isOnLoan(Step step) {
        return AzureSteps.isSpot(step);
    }

    /** The allowed addresses can be changed on existing resources. */
    @Override
    public boolean mends(Step standing, Step planned) {
        return AzureSteps.lets(standing)
                && AzureSteps.withoutAddresses(standing).equals(AzureSteps.withoutAddresses(planned));
    }

    @Override
    public void undo(Step step, Facts facts) throws IOException, InterruptedException {
        if (isHere(step)) {
            PrivateFile.of(step).delete();
        } else if (AzureSteps.isUndone(step)) {
            AzureFailure.telling("remove " + step.summary(), () -> {
                steps(step).undo(step);
                return "removed";
            });
        }
    }

    @Override
    public Presence presence(Step step, Facts facts) throws InterruptedException {
        if (isHere(step)) {
            return PrivateFile.of(step).exists() ? Presence.THERE : Presence.GONE;
        }
        if (Kind.of(step.kind()) == Kind.CHECK) {
            // A successful check is not repeated: by now the run itself uses part of the quota.
            return Presence.THERE;
        }
        return AzureFailure.telling(
                "look at " + step.summary(), () -> steps(step).presence(step, facts));
    }

    /** Returns true if the step makes a file on this machine. */
    private static boolean isHere(Step step) {
        Kind kind = Kind.of(step.kind());
        return kind == Kind.KEY || kind == Kind.PASSWORD;
    }

    @Override
    public ReadySubject locate(Subject subject, Run run, Facts facts) {
        return AzureSubject.read(subject, catalogue)
                .map(one -> new AzureLocator(one, run, facts).locate())
                .orElseThrow(() -> new IllegalArgumentException("a subject that was never planned: " + subject.name()));
    }

    /** Finds leftovers in the subscription that the environment names. */
    @Override
    public List<Leftover> leftovers() throws InterruptedException {
        return defaults.subscription().isEmpty()
                ? List.of()
                : AzureFailure.telling(
                        "look for resource groups",
                        () -> new AzureLeftovers(client(defaults.cloud()), defaults.subscription()).find());
    }

    @Override
    public void remove(Leftover leftover) throws InterruptedException {
        AzureFailure.telling("remove " + leftover.run(), () -> {
            new AzureLeftovers(client(defaults.cloud()), defaults.subscription()).remove(leftover);
            return "removed";
        });
    }

    private AzureSteps steps(Step step) {
        if (step.argument(AzureArguments.SUBSCRIPTION).isEmpty()) {
            throw new HarnessException(
                    "no subscription: set azure.subscription in the file or " + SUBSCRIPTION + " in the environment");
        }
        AzureCloud cloud = AzureCloud.of(step.text(AzureArguments.CLOUD));
        return new AzureSteps(client(cloud), clock, defaults.own());
    }

    private AzureClient client(AzureCloud cloud) {
        LeftOut.here().sentence(NAME).ifPresent(reason -> {
            throw new HarnessException(reason);
        });
        return clients.computeIfAbsent(cloud, of -> {
            AzureClient client = login.apply(of);
            return listener.map(client::reporting).orElse(client);
        });
    }
}
