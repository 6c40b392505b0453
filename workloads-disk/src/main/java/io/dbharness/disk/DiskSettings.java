package io.dbharness.disk;

import io.dbharness.disk.data.BlockZone;
import io.dbharness.disk.data.WorkFile;
import io.dbharness.disk.device.FileAddress;
import io.dbharness.disk.device.FileAddress.Direct;
import io.dbharness.disk.device.FileTarget;
import io.dbharness.disk.device.TargetFile;
import io.dbharness.model.Problems;
import io.dbharness.workload.Parameter;
import io.dbharness.workload.Parameter.Domain;
import io.dbharness.workload.Parameters;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.OptionalLong;
import java.util.Set;
import java.util.TreeMap;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

/**
 * The validated parameters of the disk workload.
 *
 * @param jobs      at least one
 * @param overwrite true if other data may be overwritten
 * @param verify    true if blocks are verified
 * @param ledger    path of the ledger; empty for the one beside the file
 */
record DiskSettings(List<DiskJob> jobs, boolean overwrite, boolean verify, Optional<Path> ledger) {

    static final String BLOCK = "block";
    static final String JOBS = "jobs";
    private static final String OUTSTANDING = "outstanding";
    private static final long MOST_BYTES = 1L << 50;
    private static final Domain SIZES = Domain.sizes(List.of(), MOST_BYTES).optional();

    /** Prefixes of the scores of all jobs, which a job cannot have. */
    private static final Set<String> SCORES_OF_ALL = Set.of("read", "write");

    private static final String JOB = "\\s*[a-z][a-z0-9]{0,15}:(\\s+[a-z]+=[^\\s;]+)*\\s*";
    private static final Pattern NAMED_JOBS = Pattern.compile(JOB + "(;" + JOB + ")*");

    /** Parameters that each job may have. */
    private static final List<Parameter> OF_JOBS = List.of(
            new Parameter(
                    "file",
                    "the file or block device to use, like --target file:PATH; created and filled if it does not exist",
                    "",
                    Domain.matching("PATH", text -> !text.isBlank(), "the path of a file or a block device")
                            .optional()),
            new Parameter(
                    "size",
                    "bytes of the file to use, in whole 4k; by default the existing file, the whole device, or 1GiB",
                    "",
                    SIZES),
            new Parameter(BLOCK, "bytes of each I/O", "8k", Domain.sizes(List.of(), 16L << 20)),
            new Parameter("step", "distance between adjacent blocks; by default their size", "", SIZES),
            new Parameter("from", "beginning of the area for I/O in the file", "", SIZES),
            new Parameter("to", "end of the area for I/O; by default the end of the file", "", SIZES),
            new Parameter("read", "per cent of the I/Os that read; the others write", "75", Domain.whole(0, 100)),
            new Parameter(
                    "random",
                    "per cent of the I/Os at random blocks; the others are sequential",
                    "100",
                    Domain.whole(0, 100)),
            new Parameter(
                    "runs",
                    "sequential I/Os continue after the last random one, and read or write like it",
                    Domain.NO,
                    Domain.SWITCH),
            new Parameter("streams", "number of sequences; users take them alternately", "1", Domain.whole(1, 10_000)),
            new Parameter("stagger", "distance between the beginnings of sequences; by default none", "", SIZES),
            new Parameter(
                    "zones",
                    "distribution of random I/Os, per cent of I/Os/part of the file: 90/10:0/10:5/20, or 90/10g:5/20g",
                    "",
                    Domain.matching(
                            "ZONES",
                            text -> BlockZone.parse(text).isPresent(),
                            "parts such as 90/10:0/10:5/20 or 90/10g")),
            new Parameter(
                    "direct",
                    "direct I/O, past the page cache: if the file system supports it, always or never",
                    Direct.AUTO.word(),
                    Domain.choice(Direct.words())),
            new Parameter("sync", "end each write only when the data are on the medium", Domain.NO, Domain.SWITCH));

    private static final Parameter JOB_OUTSTANDING =
            new Parameter(OUTSTANDING, "I/Os in flight", "1", Domain.whole(1, 10_000));

    static final List<Parameter> PARAMETERS = concat(
            OF_JOBS,
            new Parameter("overwrite", "overwrite a file or device that holds other data", Domain.NO, Domain.SWITCH),
            new Parameter(
                    "verify",
                    "seal each written block and compare each block that is read, and all blocks before and after the run",
                    Domain.NO,
                    Domain.SWITCH),
            new Parameter(
                    "ledger",
                    "file that records the writes for --verify, best on another disk; by default FILE.ledger",
                    "",
                    Domain.matching("PATH", text -> !text.isBlank(), "the path of a file")
                            .optional()),
            new Parameter(
                    JOBS,
                    "jobs at once, each with its own options: 'data: outstanding=32; log: file=PATH block=64k random=0'",
                    "",
                    Domain.matching(
                            "JOBS",
                            text -> text.isEmpty() || NAMED_JOBS.matcher(text).matches(),
                            "jobs such as 'data: outstanding=32; log: block=64k random=0 read=0'")));

    private static List<Parameter> concat(List<Parameter> some, Parameter... more) {
        List<Parameter> all = new ArrayList<>(some);
        all.addAll(List.of(more));
        return List.copyOf(all);
    }

    /** Validates the parameters and adds every bad combination to {@code problems}. */
    static DiskSettings of(Parameters parameters, Problems problems) {
        List<DiskJob> jobs = jobs(parameters, problems);
        boolean verify = parameters.text("verify").equals(Domain.YES);
        String ledger = parameters.text("ledger");
        problems.require(verify || ledger.isEmpty(), "--ledger belongs to --verify", "ledger", "verify");
        Map<String, DiskJob> byPath = new LinkedHashMap<>();
        for (DiskJob job : jobs) {
            DiskJob other = byPath.putIfAbsent(pathOf(job), job);
            problems.require(
                    other == null || other.size().equals(job.size()),
                    "jobs on one file must have the same size: " + job.path(),
                    "jobs");
            int block = job.layout().block();
            boolean whole = job.layout().step() % block == 0
                    && job.layout().from() % block == 0
                    && job.layout().stagger() % block == 0
                    && (other == null || other.layout().block() == block);
            problems.require(
                    !verify || whole,
                    "--verify needs blocks that do not overlap: equal --block of the jobs on one file, and multiples of it as"
                            + " --step, --from and --stagger",
                    "verify",
                    "block",
                    "step",
                    "from",
                    "stagger",
                    "jobs");
        }
        problems.require(
                !verify || ledger.isEmpty() || byPath.size() == 1,
                "--ledger is the ledger of one file; with several files leave it out",
                "ledger");
        return new DiskSettings(
                jobs,
                parameters.text("overwrite").equals(Domain.YES),
                verify,
                ledger.isEmpty() ? Optional.empty() : Optional.of(Path.of(ledger)));
    }

    /** Returns the path of a job's file, however it is written. Jobs of a rehearsal may have no file. */
    private static String pathOf(DiskJob job) {
        return job.path().isBlank()
                ? job.name()
                : FileAddress.parse(job.url(), new Problems()).path().toString();
    }

    private static List<DiskJob> jobs(Parameters parameters, Problems problems) {
        if (parameters.text(JOBS).isEmpty()) {
            return List.of(DiskJob.of("", 1, parameters, problems));
        }
        List<DiskJob> jobs = new ArrayList<>();
        Set<String> names = new HashSet<>();
        for (String text : parameters.text(JOBS).split(";", -1)) {
            String name = text.substring(0, text.indexOf(':')).strip();
            problems.require(names.add(name), "job '" + name + "' is given twice", "jobs");
            problems.require(
                    !SCORES_OF_ALL.contains(name),
                    "job '" + name + "': " + name + "Iops is the score of all jobs; give the job another name",
                    "jobs");
            Map<String, String> given = new TreeMap<>();
            OF_JOBS.forEach(parameter -> given.put(parameter.name(), parameters.text(parameter.name())));
            for (String word : text.substring(text.indexOf(':') + 1).strip().split("\\s+", -1)) {
                String[] pair = word.split("=", 2);
                if (pair.length == 2) {
                    given.put(pair[0], pair[1]);
                }
            }
            Problems own = new Problems();
            Parameters job = Parameters.of(concat(OF_JOBS, JOB_OUTSTANDING), given, own);
            own.lines().forEach(problem -> problems.add("job '" + name + "': " + problem, "jobs"));
            if (own.lines().isEmpty()) {
                jobs.add(DiskJob.of(name, job.whole(OUTSTANDING), job, problems));
            }
        }
        return jobs;
    }

    /** Returns the target that the parameters name; invalid words are reported elsewhere. */
    static String address(Parameters parameters) {
        boolean sound = PARAMETERS.stream()
                .allMatch(parameter -> parameter.domain().contains(parameters.text(parameter.name())));
        Set<String> urls = sound ? of(parameters, new Problems()).urls() : Set.of();
        return urls.isEmpty()
                ? FileAddress.url(parameters.text("file"), Direct.AUTO.word(), false, "")
                : FileAddress.url(List.copyOf(urls));
    }

    private Set<String> urls() {
        return jobs.stream().map(DiskJob::url).collect(Collectors.toCollection(LinkedHashSet::new));
    }

    /** Returns the index of each job's file among the files of the target. */
    int file(DiskJob job) {
        return List.copyOf(urls()).indexOf(job.url());
    }

    /** Returns the number of I/Os in flight that the jobs determine; empty for a job without a name. */
    OptionalInt outstanding() {
        return jobs.stream().anyMatch(job -> !job.name().isEmpty())
                ? OptionalInt.of(jobs.stream().mapToInt(DiskJob::outstanding).sum())
                : OptionalInt.empty();
    }

    /** Returns the job of each user: jobs take turns, each until it has its I/Os in flight. Further users begin again. */
    List<DiskJob> users() {
        List<DiskJob> users = new ArrayList<>();
        for (int turn = 0; users.size() < outstanding().orElse(1); turn++) {
            for (DiskJob job : jobs) {
                if (turn < job.outstanding()) {
                    users.add(job);
                }
            }
        }
        return users;
    }

    /** Returns the file of each path, with the name of its first job. */
    Map<Path, WorkFile> workFiles(FileTarget target) {
        Map<Path, WorkFile> files = new LinkedHashMap<>();
        for (DiskJob job : jobs) {
            TargetFile file = target.files().get(file(job));
            List<DiskJob> sharing = jobs.stream()
                    .filter(other -> pathOf(other).equals(pathOf(job)))
                    .toList();
            OptionalLong size = job.size();
            files.putIfAbsent(
                    file.address().path(),
                    new WorkFile(
                            file,
                            job.name(),
                            new WorkFile.Plan(
                                    size,
                                    sharing.stream().anyMatch(DiskJob::writes),
                                    overwrite,
                                    verify
                                            ? Optional.of(new WorkFile.Verified(
                                                    job.layout().block(), ledger))
                                            : Optional.empty())));
        }
        return files;
    }

    /** Adds a problem for each parameter that the target does not support. */
    void requireFit(FileTarget target, Problems problems) {
        List<FileAddress> named = FileAddress.parseAll(FileAddress.url(List.copyOf(urls())), new Problems());
        if (named.size() != target.files().size()) {
            problems.add("--jobs and --target name different files; leave out --target", "jobs", "target");
            return;
        }
        for (DiskJob job : jobs) {
            TargetFile file = target.files().get(file(job));
            requireFit(job, named.get(file(job)), file, problems);
        }
    }

    private static void requireFit(DiskJob job, FileAddress named, TargetFile file, Problems problems) {
        FileAddress address = file.address();
        int alignment = file.alignment();
        Map<String, Long> sizes = new LinkedHashMap<>();
        sizes.put(BLOCK, (long) job.layout().block());
        sizes.put("step", job.layout().step());
        sizes.put("from", job.layout().from());
        sizes.put("stagger", job.layout().stagger());
        sizes.forEach((option, bytes) -> problems.require(
                address.direct() == Direct.NO || bytes % alignment == 0,
                "direct I/O needs multiples of " + alignment + " bytes here, so --" + option + " cannot be '" + bytes
                        + "'; or give --direct no",
                "direct"));
        problems.require(
                job.path().isEmpty() || named.path().equals(address.path()),
                "--file and --target name two files; give one of them",
                "file",
                "target");
        boolean sameWay = (named.direct() == Direct.AUTO || named.direct() == address.direct())
                && (!named.sync() || address.sync());
        problems.require(
                sameWay,
                "--direct and --sync belong to --file; with --target write them behind it, as in file:PATH?direct=no&sync=yes",
                "direct",
                "sync",
                "file",
                "target");
    }
}
