package io.dbharness.acceptance;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * A fenced block of a page, or a command in a table below the heading {@code type `java -jar harness.jar` and}.
 *
 * @param section heading of the second level above it, empty before the first
 * @param language info string, empty for commands of a shell
 * @param notes comments directly above it, such as {@code not run: needs Docker}
 */
record PageBlock(Path page, int line, String section, String language, List<String> notes, String text) {

    private static final Pattern NOTE = Pattern.compile("<!-- (.*) -->");
    private static final Pattern COMMAND = Pattern.compile("`([^`]+)`");
    private static final String FENCE = "```";
    private static final String JAR = "java -jar harness.jar";
    private static final String HEADING = "type `" + JAR + "` and";

    /** Reads a page. */
    static List<PageBlock> of(Path page) throws IOException {
        List<PageBlock> blocks = new ArrayList<>();
        List<String> notes = new ArrayList<>();
        String section = "";
        boolean commands = false;
        List<String> lines = Files.readAllLines(page);
        for (int i = 0; i < lines.size(); i++) {
            String line = lines.get(i);
            Matcher note = NOTE.matcher(line);
            if (note.matches()) {
                notes.add(note.group(1));
                continue;
            }
            if (line.startsWith(FENCE)) {
                int end = i + 1;
                while (!lines.get(end).equals(FENCE)) {
                    end++;
                }
                String text = String.join("\n", lines.subList(i + 1, end)) + "\n";
                blocks.add(
                        new PageBlock(page, i + 1, section, line.substring(FENCE.length()), List.copyOf(notes), text));
                i = end;
            } else if (line.startsWith("| ")) {
                String[] cells = line.split("(?<!\\\\)\\|", -1);
                if (commands) {
                    blocks.addAll(cells(page, i + 1, section, cells[2]));
                } else {
                    commands = cells[2].contains(HEADING);
                }
            } else {
                commands = false;
                section = line.startsWith("## ") ? line.substring(3) : section;
            }
            notes.clear();
        }
        return blocks;
    }

    private static List<PageBlock> cells(Path page, int line, String section, String cell) {
        return COMMAND.matcher(cell)
                .results()
                .map(command -> new PageBlock(page, line, section, "", List.of(), JAR + " " + command.group(1) + "\n"))
                .toList();
    }

    /** Returns the rest of the note that begins so. */
    Optional<String> note(String beginning) {
        return notes.stream()
                .filter(note -> note.startsWith(beginning))
                .map(note -> note.substring(beginning.length()).strip())
                .findFirst();
    }
}
