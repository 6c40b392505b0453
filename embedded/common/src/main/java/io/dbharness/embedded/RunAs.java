package io.dbharness.embedded;

import io.dbharness.embedded.Machine.ControlGroup;
import io.dbharness.model.HarnessException;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/**
 * The user that a server runs as. PostgreSQL refuses user 0 and users without a name, so these need another identity. The files of one
 * identity are unreadable for another. Immutable.
 *
 * @param name   stored beside the data: {@code self}, {@code namespace} or {@code uid:N}
 * @param prefix words before a command
 */
public record RunAs(String name, List<String> prefix) {

    private static final String SELF = "self";
    /** A separate user namespace: every user appears there as {@code nobody} but still owns the same files. */
    private static final String NAMESPACE = "namespace";

    private static final Pattern OTHER = Pattern.compile("uid:([1-9][0-9]{0,9})");
    private static final int ROOT = 0;
    /** Arguments: the file that moves a process into its group, the command. */
    private static final String ENTER = "echo $$ >\"$1\" || exit 1; shift; exec \"$@\"";

    public RunAs {
        prefix = List.copyOf(prefix);
    }

    /** Returns the simplest identity that PostgreSQL accepts on this system. */
    public static RunAs choose() throws IOException, InterruptedException {
        long user = PrivateFolder.USER;
        RunAs self = of(SELF);
        if (user != ROOT && self.hasName()) {
            return self;
        }
        RunAs namespace = of(NAMESPACE);
        if (namespace.hasName()) {
            return namespace;
        }
        String nobody = "uid:" + ChildProcess.ask(List.of("id", "-u", "nobody")).text();
        if (user == ROOT && OTHER.matcher(nobody).matches() && of(nobody).hasName()) {
            return of(nobody);
        }
        throw new HarnessException("PostgreSQL does not run as " + (user == ROOT ? "root" : "a user without a name")
                + ", and this system lets neither 'unshare -U' nor 'setpriv' change that; run the harness as an ordinary"
                + " user, or pass --target");
    }

    /** Returns the user of this process, for servers that accept any user. */
    public static RunAs self() {
        return of(SELF);
    }

    /** Returns this identity within a control group, which processes enter before they change the user. */
    public RunAs within(Optional<Path> group) {
        if (group.isEmpty()) {
            return this;
        }
        String members = ControlGroup.members(group.get()).toString();
        List<String> enter = List.of("sh", "-c", ENTER, "dbharness-group", members);
        return new RunAs(name, Stream.concat(enter.stream(), prefix.stream()).toList());
    }

    /** Returns true if the current user owns a file or directory. */
    public static boolean isOurs(Path file) throws IOException {
        return (Integer) Files.getAttribute(file, "unix:uid") == PrivateFolder.USER;
    }

    /** Returns the identity that created {@code data}. Throws a {@link HarnessException} if the current user cannot assume it. */
    public static RunAs remembered(String name, Path data) throws IOException, InterruptedException {
        long user = PrivateFolder.USER;
        int owner = (Integer) Files.getAttribute(data, "unix:uid");
        boolean mayOpen = switch (name) {
            case SELF -> user == owner && user != ROOT;
            case NAMESPACE -> user == owner;
            default -> user == ROOT && OTHER.matcher(name).matches();
        };
        if (!mayOpen || !of(name).hasName()) {
            throw new HarnessException("the data in " + data.getParent() + " belong to user " + Files.getOwner(data)
                    + " and were made running as '" + name + "', which user " + System.getProperty("user.name")
                    + " cannot do here; run as the same user as before, or choose another --data-dir");
        }
        return of(name);
    }

    /** Gives a directory to the server's user; does nothing if that is the current user. */
    public void giveAway(Path directory) throws IOException {
        if (isOtherUser()) {
            int user = Integer.parseInt(name.substring(name.indexOf(':') + 1));
            Files.setAttribute(directory, "unix:uid", user);
            Files.setAttribute(directory, "unix:gid", user);
        }
    }

    public boolean isOtherUser() {
        return OTHER.matcher(name).matches();
    }

    public static RunAs of(String name) {
        List<String> prefix = List.of();
        if (name.equals(NAMESPACE)) {
            prefix = List.of("unshare", "-U");
        } else if (!name.equals(SELF)) {
            String uid = name.substring(name.indexOf(':') + 1);
            prefix = List.of("setpriv", "--reuid=" + uid, "--regid=" + uid, "--clear-groups");
        }
        return new RunAs(name, prefix);
    }

    // initdb looks up the name of its user, so this check decides. It also shows whether the prefix works at all.
    private boolean hasName() throws IOException, InterruptedException {
        boolean programs = prefix.isEmpty() || ChildProcess.exists(prefix.get(0));
        return programs
                && !ChildProcess.ask(ChildProcess.words(prefix, "id", "-u"))
                        .text()
                        .equals(String.valueOf(ROOT))
                && ChildProcess.ask(ChildProcess.words(prefix, "id", "-un")).succeeded();
    }
}
