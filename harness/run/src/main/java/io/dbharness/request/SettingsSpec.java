package io.dbharness.request;

import io.dbharness.model.Internal;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;

/**
 * The settings of the server that are under test, and how they get there.
 *
 * @param server  settings with which the harness starts the server, name to value
 * @param applied settings that the command applies, name to value
 * @param before  shell command that prepares the server before each run; {@code {NAME}} is replaced by the value of a setting
 * @param accepted codes of the caveats that the settings cause on purpose
 */
@Internal
public record SettingsSpec(
        Map<String, String> server, Map<String, String> applied, Optional<String> before, Set<String> accepted) {

    /** None. */
    public static final SettingsSpec NONE = new SettingsSpec(Map.of(), Map.of(), Optional.empty(), Set.of());

    /** Prefix of the names under which a sweep varies settings of servers that the harness starts. */
    static final String SERVER = "server-setting.";

    /** Prefix of the names under which a sweep varies settings that a command applies. */
    static final String APPLIED = "setting.";

    /** Form of a setting's name. */
    static final String NAME = "[A-Za-z_][A-Za-z0-9_.-]*";

    public SettingsSpec {
        server = Map.copyOf(server);
        applied = Map.copyOf(applied);
        accepted = Set.copyOf(accepted);
    }

    /** Returns true if an option or a sweep of this name is a setting of the server. */
    static boolean isSetting(String name) {
        return List.of(SERVER, APPLIED).stream()
                .anyMatch(prefix -> name.startsWith(prefix)
                        && name.substring(prefix.length()).matches(NAME));
    }

    /** Returns the name of a setting without the prefix of its sweep; other names as they are. */
    public static String plainName(String name) {
        return name.startsWith(SERVER)
                ? name.substring(SERVER.length())
                : name.startsWith(APPLIED) ? name.substring(APPLIED.length()) : name;
    }

    /** Returns everything under test, name to value, for the environment of the result. */
    public Map<String, String> all() {
        Map<String, String> all = new TreeMap<>(server);
        all.putAll(applied);
        return all;
    }

    /** Returns the command with the values of the settings in it; empty without a command. */
    public Optional<String> command() {
        return before.map(text -> {
            String filled = text;
            for (Map.Entry<String, String> setting : all().entrySet()) {
                filled = filled.replace("{" + setting.getKey() + "}", setting.getValue());
            }
            return filled;
        });
    }
}
