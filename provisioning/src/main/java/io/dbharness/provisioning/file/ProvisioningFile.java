package io.dbharness.provisioning.file;

import io.dbharness.config.Fields;
import io.dbharness.config.YamlFile;
import io.dbharness.model.Problems;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.regex.Pattern;

/**
 * What to provision.
 *
 * <pre>
 * name: yugabytedb-azure-disks
 * subjects:
 *   p15:
 *     provider: local
 *     tier: P15
 *     size: 8GiB
 *     file-system: xfs
 *   v2:
 *     provider: local
 *     iops: 10000
 *     bandwidth: 250MB/s
 *     size: 8GiB
 * local:
 *   directory: /var/lib/disks
 * </pre>
 *
 * <p>A mapping named like a provider holds what all its subjects share.
 *
 * @param name     names what is made of it; letters, digits and hyphens, at most 40
 * @param subjects in the file's order, at least one unless there are problems
 * @param settings provider to what its subjects share
 * @param problems what is wrong so far; planning adds to it
 * @param prices   where prices come from, said beside the file; empty when the file has its way
 */
public record ProvisioningFile(
        String name, List<Subject> subjects, Map<String, Fields> settings, Problems problems, Optional<String> prices) {

    private static final String NAME = "name";
    private static final String SUBJECTS = "subjects";
    private static final Pattern NAME_FORM = Pattern.compile("[a-z][a-z0-9-]{0,39}");
    private static final Pattern SUBJECT_FORM = Pattern.compile("[a-z][a-z0-9-]{0,31}");

    public ProvisioningFile {
        subjects = List.copyOf(subjects);
        settings = Map.copyOf(settings);
    }

    /** Reads a file. What is wrong with its content is noted in {@link #problems}; planning throws it, together with its own. */
    public static ProvisioningFile read(Path file) {
        Problems problems = new Problems();
        return of(YamlFile.read(file, problems), problems);
    }

    /** The same, of a mapping inside another file. */
    public static ProvisioningFile of(Fields top, Problems problems) {
        String name = top.text(NAME).orElse("");
        if (!NAME_FORM.matcher(name).matches()) {
            top.problem(NAME, "must be there: a letter, then at most 39 letters, digits and hyphens, all small");
        }
        List<Subject> subjects = new ArrayList<>();
        Optional<Fields> all = top.fields(SUBJECTS);
        if (all.isPresent()) {
            for (String subject : all.get().names()) {
                all.get()
                        .fields(subject)
                        .map(fields -> subject(subject, fields))
                        .ifPresent(subjects::add);
            }
        }
        if (all.isEmpty() || all.get().names().isEmpty()) {
            top.problem(SUBJECTS, "must name at least one subject");
        }
        Map<String, Fields> settings = new LinkedHashMap<>();
        for (String other : top.names()) {
            if (!other.equals(NAME) && !other.equals(SUBJECTS)) {
                top.fields(other).ifPresent(fields -> settings.put(other, fields));
            }
        }
        return new ProvisioningFile(name, subjects, settings, problems, Optional.empty());
    }

    /** The same with one subject, under a name of its own, so that it comes and goes without the others. */
    public ProvisioningFile only(String subject) {
        return new ProvisioningFile(
                name + "-" + subject,
                subjects.stream().filter(one -> one.name().equals(subject)).toList(),
                settings,
                problems,
                prices);
    }

    /** The same with prices from elsewhere: a file's path, or {@code retail} for the service's own list. */
    public ProvisioningFile withPrices(String source) {
        return new ProvisioningFile(name, subjects, settings, problems, Optional.of(source));
    }

    private static Subject subject(String name, Fields fields) {
        if (!SUBJECT_FORM.matcher(name).matches()) {
            fields.problem("is no subject's name: a letter, then at most 31 letters, digits and hyphens, all small");
        }
        Optional<String> provider = fields.text("provider");
        if (provider.isEmpty()) {
            fields.problem("provider", "must be there");
        }
        return new Subject(name, provider.orElse(""), DiskRequest.read(fields), fields);
    }
}
