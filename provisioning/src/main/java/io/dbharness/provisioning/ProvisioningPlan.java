package io.dbharness.provisioning;

import io.dbharness.provisioning.file.ProvisioningFile;
import io.dbharness.provisioning.file.ProvisioningFile.Subject;
import io.dbharness.provisioning.spi.Cost;
import io.dbharness.provisioning.spi.Provider;
import io.dbharness.provisioning.spi.Provider.Plan;
import io.dbharness.provisioning.spi.Provider.Request;
import io.dbharness.provisioning.spi.Run;
import io.dbharness.provisioning.spi.Step;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.random.RandomGenerator;

/**
 * The plan of a run: the steps and resources that {@code up} makes.
 *
 * @param run      the run; its id is drawn again for each plan until {@code up} has begun
 * @param subjects in the file's order
 * @param steps    in the order in which they are made
 * @param facts    properties of each subject by name, in display order
 * @param remarks  sentences for the user: limits, bursts, prices
 * @param consent  sentences that the user must accept first; empty if consent is not needed
 * @param costs    of the providers that charge money
 */
public record ProvisioningPlan(
        Run run,
        List<Subject> subjects,
        List<Step> steps,
        Map<String, Map<String, String>> facts,
        List<String> remarks,
        List<String> consent,
        List<Cost> costs) {

    public ProvisioningPlan {
        subjects = List.copyOf(subjects);
        steps = List.copyOf(steps);
        facts = Collections.unmodifiableMap(new LinkedHashMap<>(facts));
        remarks = List.copyOf(remarks);
        consent = List.copyOf(consent);
        costs = List.copyOf(costs);
    }

    /**
     * Merges the plans of a file's providers into one.
     *
     * @param providers the available providers
     * @param ids       source of the random part of new run ids
     */
    record Planner(Providers providers, RandomGenerator ids) {

        private static final String LETTERS = "bcdfghjkmnpqrstvwxz";
        private static final int ID_LETTERS = 6;

        ProvisioningPlan plan(ProvisioningFile file, Path directory, Optional<Run> known) {
            Run run = known.orElseGet(() -> new Run(file.name(), file.name() + "-" + draw(), directory));
            List<Step> steps = new ArrayList<>();
            Map<String, Map<String, String>> facts = new LinkedHashMap<>();
            List<String> remarks = new ArrayList<>();
            List<String> consent = new ArrayList<>();
            List<Cost> costs = new ArrayList<>();
            for (Map.Entry<String, List<Subject>> share : byProvider(file).entrySet()) {
                Optional<Provider> provider = providers.named(share.getKey());
                Request request = new Request(
                        run,
                        share.getValue(),
                        Optional.ofNullable(file.settings().get(share.getKey())),
                        file.prices());
                if (provider.isPresent()) {
                    Plan draft = provider.get().plan(request);
                    steps.addAll(draft.steps());
                    facts.putAll(draft.facts());
                    remarks.addAll(draft.remarks());
                    draft.consent().ifPresent(consent::add);
                    draft.cost().ifPresent(costs::add);
                } else {
                    refuse(share.getValue());
                }
            }
            refuseUnread(file);
            file.problems().throwIfAny();
            return new ProvisioningPlan(run, file.subjects(), steps, facts, remarks, consent, costs);
        }

        private static Map<String, List<Subject>> byProvider(ProvisioningFile file) {
            Map<String, List<Subject>> shares = new LinkedHashMap<>();
            for (Subject subject : file.subjects()) {
                shares.computeIfAbsent(subject.provider(), none -> new ArrayList<>())
                        .add(subject);
            }
            return shares;
        }

        private void refuse(List<Subject> subjects) {
            for (Subject subject : subjects) {
                if (!subject.provider().isEmpty()) {
                    subject.fields()
                            .problem(
                                    "provider",
                                    "must be one of " + String.join(", ", providers.names()) + ", not '"
                                            + subject.provider() + "'");
                }
            }
        }

        /**
         * Refuses unread fields, except those of an unknown provider: that provider is a problem already, and its fields are never read.
         */
        private void refuseUnread(ProvisioningFile file) {
            for (Subject subject : file.subjects()) {
                if (providers.named(subject.provider()).isPresent()) {
                    subject.fields().refuseOthers();
                }
            }
            file.settings().forEach((name, fields) -> {
                if (file.subjects().stream()
                        .anyMatch(subject -> subject.provider().equals(name))) {
                    fields.refuseOthers();
                } else if (providers.named(name).isEmpty()) {
                    fields.problem("is neither a provider nor a field of the file; use one of name, subjects, "
                            + String.join(", ", providers.names()));
                }
            });
        }

        private String draw() {
            StringBuilder id = new StringBuilder();
            for (int i = 0; i < ID_LETTERS; i++) {
                id.append(LETTERS.charAt(ids.nextInt(LETTERS.length())));
            }
            return id.toString();
        }
    }
}
