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
 * One node: its addresses and its directory, {@code node1}, {@code node2} and so on below the data directory.
 *
 * @param directory holds all files that the node writes
 * @param address   listens for clients and other nodes
 * @param jmxPort   JMX port on 127.0.0.1
 */
record CassandraNode(Path directory, InetAddress address, int jmxPort) {

    private static final int SHOWN_LINES = 30;
    private static final String DIRECTORY_PREFIX = "node";

    /** Returns the directory of a node, numbered from 1. */
    static Path directory(Path data, int number) {
        return data.resolve(DIRECTORY_PREFIX + number);
    }

    /** Returns the directories of nodes that exist in a data directory. */
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

    /** Returns true if a node runs in any directory below {@code data}. */
    static boolean isServed(Path data) throws IOException {
        return !running(data).isEmpty();
    }

    /** Returns the processes that run in the directories below {@code data}. */
    static List<ProcessHandle> running(Path data) throws IOException {
        List<ProcessHandle> running = new ArrayList<>();
        for (Path directory : directories(data)) {
            runningIn(directory).ifPresent(running::add);
        }
        return running;
    }

    /** Returns the process of the node with this directory. */
    static Optional<ProcessHandle> runningIn(Path directory) throws IOException {
        Path file = processFile(directory);
        String pid = Files.exists(file) ? Files.readString(file).strip() : "";
        // The system may have reused the id in an old file for another process.
        return Optional.of(pid)
                .filter(text -> text.matches("[0-9]{1,10}"))
                .flatMap(text -> ProcessHandle.of(Long.parseLong(text)))
                .filter(process -> process.info().commandLine().orElse("").contains(directory.toString()));
    }

    /** Returns the command. The shell writes its process id to a file and is then replaced by Java, which keeps the id. */
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

    /** Returns the last lines of the node's log and output, without the frames of stack traces. */
    String crashMessage() throws IOException {
        List<String> lines = new ArrayList<>(new ServerLog(directory.resolve("logs/system.log")).lines());
        lines.addAll(output().lines());
        lines.removeIf(line -> line.startsWith("\tat ") || line.startsWith("\t..."));
        return ServerLog.last(lines, SHOWN_LINES);
    }
}
