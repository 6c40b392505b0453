package io.dbharness.cli;

import io.dbharness.result.RunResult.Tool;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.URISyntaxException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.CodeSource;
import java.util.Optional;
import java.util.jar.Attributes;
import java.util.jar.JarFile;
import java.util.jar.Manifest;

/** Which build this is, read from the manifest of the jar it runs from. */
final class BuildFacts {

    static final String NAME = "dbharness";
    private static final String UNKNOWN = "unknown";

    private BuildFacts() {}

    static Tool tool() {
        return tool(ownManifest().map(Manifest::getMainAttributes).orElseGet(Attributes::new));
    }

    /** A build outside a git checkout leaves the manifest's placeholders as they are. */
    static Tool tool(Attributes manifest) {
        String commit = value(manifest, "Implementation-Commit");
        boolean dirty = value(manifest, "Implementation-Dirty").equals("true");
        return new Tool(NAME, value(manifest, "Implementation-Version"), dirty ? commit + "-dirty" : commit);
    }

    private static String value(Attributes manifest, String name) {
        String value = manifest.getValue(name);
        return value == null || value.isBlank() || value.startsWith("${") ? UNKNOWN : value;
    }

    private static Optional<Manifest> ownManifest() {
        Optional<Path> own = jar();
        if (own.isEmpty()) {
            return Optional.empty();
        }
        try (JarFile jar = new JarFile(own.get().toFile())) {
            return Optional.ofNullable(jar.getManifest());
        } catch (IOException e) {
            throw new UncheckedIOException("cannot read the manifest of the jar this runs from", e);
        }
    }

    /** Returns the jar of this program; empty if its classes come from a directory, as in an IDE. */
    static Optional<Path> jar() {
        CodeSource source = BuildFacts.class.getProtectionDomain().getCodeSource();
        if (source == null) {
            return Optional.empty();
        }
        try {
            return Optional.of(Path.of(source.getLocation().toURI())).filter(Files::isRegularFile);
        } catch (URISyntaxException e) {
            throw new IllegalStateException(e);
        }
    }
}
