package io.dbharness.embedded.cassandra;

import io.dbharness.embedded.ServerHome.ServerLog;
import java.io.IOException;
import java.net.InetAddress;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;

/**
 * One node: its place in the ring and its directory, {@code node1}, {@code node2} and so on below the data directory.
 *
 * @param directory everything it writes
 * @param address   where it listens for clients and other nodes
 * @param jmxPort   where on 127.0.0.1 it can be managed
 */
record CassandraNode(Path directory, InetAddress address, int jmxPort) {

    private static final int SHOWN_LINES = 30;
    private static final String DIRECTORY_PREFIX = "node";

    /** The directory of a node, counted from 1. */
    static Path directory(Path data, int number) {
        return data.resolve(DIRECTORY_PREFIX + number);
    }

    /** The directories of nodes that were made in a data directory. */
    static List<Path> directories(Path data) throws IOException {
        if (!Files.isDirectory(data)) {
            return List.of();
        }
        try (Stream<Path> entries = Files.list(data)) {
            return entries.filter(entry -> entry.getFileName().toString().startsWith(DIRECTORY_PREFIX))
                    .sorted()
                    .toList();
        }
    }

    static Path processFile(Path directory) {
        return directory.resolve("cassandra.pid");
    }

    /** Whether a node runs on any of the directories below. */
    static boolean isServed(Path data) throws IOException {
        return !running(data).isEmpty();
    }

    /** The processes that run on the directories below. */
    static List<ProcessHandle> running(Path data) throws IOException {
        List<ProcessHandle> running = new ArrayList<>();
        for (Path directory : directories(data)) {
            runningIn(directory).ifPresent(running::add);
        }
        return running;
    }

    /** The process of the node with this directory. */
    static Optional<ProcessHandle> runningIn(Path directory) throws IOException {
        Path file = processFile(directory);
        String pid = Files.exists(file) ? Files.readString(file).strip() : "";
        // The id in an old file may have become anyone's.
        return Optional.of(pid)
                .filter(text -> text.matches("[0-9]{1,10}"))
                .flatMap(text -> ProcessHandle.of(Long.parseLong(text)))
                .filter(process -> process.info().commandLine().orElse("").contains(directory.toString()));
    }

    /** The command. The shell only notes the process id that it then gives to Java. */
    List<String> command() {
        return List.of(
                "sh",
                "-c",
                "echo $$ >\"$1\"; shift; exec \"$@\"",
                "dbharness-node",
                processFile(directory).toString(),
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "@" + directory.resolve("conf/jvm.options"),
                "org.apache.cassandra.service.CassandraDaemon");
    }

    ServerLog output() {
        return new ServerLog(directory.resolve("server.log"));
    }

    /** The last lines of what it logged and printed, without the frames of stack traces. */
    String lastWords() throws IOException {
        List<String> lines = new ArrayList<>(new ServerLog(directory.resolve("logs/system.log")).lines());
        lines.addAll(output().lines());
        lines.removeIf(line -> line.startsWith("\tat ") || line.startsWith("\t..."));
        return ServerLog.last(lines, SHOWN_LINES);
    }
}
