package io.dbharness.disk.device;

import io.dbharness.model.Problems;
import io.dbharness.sut.TargetProvider;
import io.dbharness.sut.TargetSpec;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;

/** Opens {@code file:} addresses. Thread-safe. */
public final class FileTargetProvider implements TargetProvider {

    /** Called by {@link java.util.ServiceLoader}. */
    public FileTargetProvider() {}

    @Override
    public boolean accepts(String url) {
        return url.startsWith(FileAddress.SCHEME);
    }

    @Override
    public List<String> forms() {
        return List.of(FileAddress.SCHEME + "PATH");
    }

    @Override
    public Optional<String> separate(String url, String name) {
        return Optional.of(url.replaceAll("(file:[^?]*?)(?=[?]| file:|$)", "$1-" + name));
    }

    @Override
    public FileTarget open(TargetSpec spec) {
        Problems problems = new Problems();
        List<FileAddress> addresses = FileAddress.parseAll(spec.url(), problems);
        problems.require(spec.user().isEmpty(), "a file knows no users; leave out --user");
        problems.throwIfAny();
        addresses.forEach(address -> requirePlace(address.path(), problems));
        problems.throwIfAny();
        return new FileTarget(addresses.stream().map(TargetFile::new).toList());
    }

    private static void requirePlace(Path path, Problems problems) {
        Path folder = path.getParent();
        if (Files.isDirectory(path)) {
            problems.add(path + " is a directory; name a file in it");
        } else if (folder == null || !Files.isDirectory(folder)) {
            problems.add("there is no directory " + folder + " for the file " + path.getFileName());
        } else if (PathInfo.at(path).kind() == PathInfo.Kind.OTHER) {
            problems.add(path + " is neither a file nor a block device");
        }
    }
}
