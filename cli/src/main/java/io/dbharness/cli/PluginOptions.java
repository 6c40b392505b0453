package io.dbharness.cli;

import io.dbharness.request.Catalog;
import io.dbharness.request.Plugins;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * A command line without {@code --plugins DIR}, which is taken out before the rest is understood, because plugins bring commands.
 *
 * @param words     the rest
 * @param directory where the plugins are; empty for none
 */
record PluginOptions(List<String> words, Optional<Path> directory) {

    private static final String OPTION = "--plugins";

    /** @param beside where they are unless the line says so: the folder {@code plugins} beside this jar, if there is one */
    static PluginOptions of(List<String> typed, Optional<Path> beside) {
        List<String> rest = new ArrayList<>();
        Optional<Path> directory = beside.filter(Files::isDirectory);
        for (int i = 0; i < typed.size(); i++) {
            String word = typed.get(i);
            if (word.equals(OPTION) && i + 1 < typed.size()) {
                i++;
                directory = Optional.of(Path.of(typed.get(i)));
            } else if (word.startsWith(OPTION + "=")) {
                directory = Optional.of(Path.of(word.substring(OPTION.length() + 1)));
            } else {
                rest.add(word);
            }
        }
        return new PluginOptions(List.copyOf(rest), directory);
    }

    /** Returns the class path's services together with those of the plugins. */
    Plugins plugins(Catalog classPath) {
        return directory
                .map(folder -> Plugins.in(folder, classPath, CommandTree.COMMANDS))
                .orElseGet(() -> new Plugins(List.of(), classPath, List.of()));
    }
}
