package io.dbharness.cli;

import io.dbharness.cli.option.CommonOptions;
import io.dbharness.cli.option.RunSettings;
import io.dbharness.model.HarnessException;
import io.dbharness.target.RunningServer;
import io.dbharness.target.Secret;
import io.dbharness.target.TargetSpec;
import java.io.IOException;
import java.nio.file.FileStore;
import java.nio.file.Files;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/** Addresses as those need them who start servers and open targets. */
final class Specs {

    private Specs() {}

    /** As asked for, with the password that is typed when it is to be asked for. */
    static TargetSpec asked(RunSettings settings) {
        TargetSpec spec = settings.target();
        if (!settings.asksForPassword()) {
            return spec;
        }
        Secret password = Terminal.console()
                .map(console -> console.readPassword("Password: "))
                .map(typed -> Secret.of(new String(typed)))
                .orElseThrow(() -> new HarnessException("no password was typed"));
        return new TargetSpec(spec.url(), spec.user(), Optional.of(password), spec.dataDir(), spec.options());
    }

    /** The server is told how many sessions will come, whatever they come for. */
    static TargetSpec server(TargetSpec spec, RunSettings settings) {
        int sessions = settings.experiment().connectionLimit(settings.load().connectionLimit());
        Map<String, String> options = new HashMap<>(spec.options());
        options.keySet().retainAll(Set.of("nodes", CommonOptions.CGROUP));
        options.put("connections", Integer.toString(Math.max(sessions, settings.loaders())));
        return new TargetSpec(spec.url(), Optional.empty(), Optional.empty(), spec.dataDir(), options);
    }

    static TargetSpec client(RunningServer server, TargetSpec asked) {
        Map<String, String> options = new HashMap<>(asked.options());
        try {
            FileStore disk = Files.getFileStore(server.dataDirectory());
            options.put("usableBytes", Long.toString(disk.getUsableSpace()));
            options.put("diskBytes", Long.toString(disk.getTotalSpace()));
        } catch (IOException e) {
            throw new HarnessException(
                    "cannot find out how much space is left at " + server.dataDirectory() + ": " + e.getMessage(), e);
        }
        TargetSpec address = server.address();
        return new TargetSpec(
                address.url(), address.user(), address.password(), Optional.of(server.dataDirectory()), options);
    }
}
