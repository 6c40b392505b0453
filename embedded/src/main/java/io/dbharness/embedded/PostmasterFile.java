package io.dbharness.embedded;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;

/**
 * What a running PostgreSQL writes into its data directory, {@code postmaster.pid}: line 1 is its process id, line 4 its port, line 8
 * how far it is.
 *
 * @param file   where this was read
 * @param pid    its process id
 * @param port   its port, 0 while not written yet
 * @param status {@code starting}, {@code ready} or {@code stopping}; empty while not written yet
 */
record PostmasterFile(Path file, long pid, int port, String status) {

    private static final int PORT_LINE = 3;
    private static final int STATUS_LINE = 7;

    static Path in(Path data) {
        return data.resolve("postmaster.pid");
    }

    /** Empty when there is none or it is just being written. */
    static Optional<PostmasterFile> read(Path data) throws IOException {
        List<String> lines;
        try {
            lines = Files.readAllLines(in(data));
        } catch (NoSuchFileException e) {
            return Optional.empty();
        }
        try {
            // A negative number marks a server in single-user mode.
            long pid = Math.abs(Long.parseLong(line(lines, 0)));
            String port = line(lines, PORT_LINE);
            int number = port.isEmpty() ? 0 : Integer.parseInt(port);
            return Optional.of(new PostmasterFile(in(data), pid, number, line(lines, STATUS_LINE)));
        } catch (NumberFormatException e) {
            return Optional.empty();
        }
    }

    /** Whether a PostgreSQL runs on a data directory. */
    static boolean isServed(Path data) {
        try {
            return read(data).filter(PostmasterFile::isRunning).isPresent();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private static String line(List<String> lines, int index) {
        return index < lines.size() ? lines.get(index).strip() : "";
    }

    boolean isReady() {
        return status.equals("ready");
    }

    boolean isStopping() {
        return status.equals("stopping");
    }

    /** Whether the process is alive and a PostgreSQL: the id in an old file may have become anyone's. */
    boolean isRunning() {
        return ProcessHandle.of(pid).filter(PostmasterFile::isPostgres).isPresent();
    }

    /** The ids of PostgreSQL processes that work in a data directory, as all of its server's do; none where the system does not tell. */
    static List<Long> orphans(Path data) {
        return ProcessHandle.allProcesses()
                .filter(process -> isPostgres(process) && worksIn(process, data))
                .map(ProcessHandle::pid)
                .toList();
    }

    private static boolean worksIn(ProcessHandle process, Path data) {
        try {
            return Files.readSymbolicLink(Path.of("/proc", String.valueOf(process.pid()), "cwd"))
                    .equals(data);
        } catch (IOException e) {
            // Ended just now, or another user's, or a system without /proc.
            return false;
        }
    }

    private static boolean isPostgres(ProcessHandle process) {
        return Path.of(program(process.info())).endsWith("postgres");
    }

    /** Another user's program file cannot be looked up, but its command line can; a process that has died has neither. */
    private static String program(ProcessHandle.Info info) {
        return info.command()
                .orElseGet(() ->
                        info.commandLine().map(line -> line.split(" ", 2)[0]).orElse(""));
    }

    boolean isAnotherProcess() {
        return ProcessHandle.of(pid).isPresent() && !isRunning();
    }
}
