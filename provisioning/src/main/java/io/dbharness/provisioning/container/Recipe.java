package io.dbharness.provisioning.container;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * How an image is started, when it is ready and how it is entered. Immutable.
 *
 * @param url       with {@code ADDRESS} for host and port
 * @param user      who enters; empty when nobody is asked
 * @param password  of an image that does not let one choose
 * @param variables of its environment
 * @param command   instead of the image's own; empty for that
 * @param logLine   that it writes when it is ready; empty when a command tells
 * @param times     how often it writes it until then
 * @param probe     a shell command that succeeds when it is ready; empty when a line tells
 * @param then      a shell command to run in it after that; empty for none
 */
record Recipe(
        String url,
        String user,
        Optional<String> password,
        Map<String, String> variables,
        List<String> command,
        String logLine,
        int times,
        String probe,
        String then) {

    static final String ADDRESS = "ADDRESS";

    Recipe {
        variables = Map.copyOf(variables);
        command = List.copyOf(command);
    }

    static Recipe of(String url, String user) {
        return new Recipe(url, user, Optional.empty(), Map.of(), List.of(), "", 0, "", "");
    }

    Recipe password(String known) {
        return new Recipe(url, user, Optional.of(known), variables, command, logLine, times, probe, then);
    }

    Recipe variable(String name, String value) {
        Map<String, String> more = new LinkedHashMap<>(variables);
        more.put(name, value);
        return new Recipe(url, user, password, more, command, logLine, times, probe, then);
    }

    Recipe command(String... words) {
        return new Recipe(url, user, password, variables, List.of(words), logLine, times, probe, then);
    }

    Recipe ready(String line, int often) {
        return new Recipe(url, user, password, variables, command, line, often, probe, then);
    }

    Recipe readyWhen(String shell) {
        return new Recipe(url, user, password, variables, command, logLine, times, shell, then);
    }

    Recipe then(String shell) {
        return new Recipe(url, user, password, variables, command, logLine, times, probe, shell);
    }
}
