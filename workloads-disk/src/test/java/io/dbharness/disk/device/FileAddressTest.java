package io.dbharness.disk.device;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.dbharness.disk.device.FileAddress.Direct;
import io.dbharness.model.Problems;
import io.dbharness.model.UsageException;
import io.dbharness.sut.TargetSpec;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class FileAddressTest {

    @Test
    void aPathAloneGoesPastTheCacheWhereItCan() {
        assertThat(FileAddress.parse("file:/data/probe", new Problems()))
                .isEqualTo(new FileAddress(Path.of("/data/probe"), Direct.AUTO, false, ""));
    }

    @Test
    void optionsFollowAQuestionMark() {
        FileAddress address = FileAddress.parse("file:/data/probe?direct=no&sync=yes", new Problems());

        assertThat(address).isEqualTo(new FileAddress(Path.of("/data/probe"), Direct.NO, true, ""));
        assertThat(FileAddress.parse(address.toString(), new Problems())).isEqualTo(address);
    }

    @Test
    void dataThatAreKeptApartAreInOtherFiles() {
        FileTargetProvider provider = new FileTargetProvider();

        assertThat(provider.separate("file:/mnt/probe.dat?direct=yes", "s_1"))
                .contains("file:/mnt/probe.dat-s_1?direct=yes");
        assertThat(provider.separate("file:/mnt/my probe?name=a file:/log", "s_1"))
                .contains("file:/mnt/my probe-s_1?name=a file:/log-s_1");
    }

    @Test
    void aBlankSeparatesFiles() {
        String url = "file:/data/my probe?direct=auto&sync=no&name=data file:/log/probe?direct=no&sync=yes&name=log";
        Problems problems = new Problems();

        List<FileAddress> files = FileAddress.parseAll(url, problems);

        assertThat(problems.lines()).isEmpty();
        assertThat(files)
                .containsExactly(
                        new FileAddress(Path.of("/data/my probe"), Direct.AUTO, false, "data"),
                        new FileAddress(Path.of("/log/probe"), Direct.NO, true, "log"));
        assertThat(FileAddress.url(files.stream().map(FileAddress::toString).toList()))
                .isEqualTo(url);
    }

    @Test
    void everythingWrongIsToldAtOnce() {
        Problems problems = new Problems();

        FileAddress.parse("file:?direct=maybe&sync=1&colour=red&name=A", problems);

        assertThatThrownBy(problems::throwIfAny)
                .isInstanceOf(UsageException.class)
                .message()
                .hasLineCount(5)
                .contains("'maybe'", "'1'", "'colour=red'", "'A'", "give --file PATH");
    }

    @Test
    void aPlaceWhereNoFileCanBeIsRefusedBeforeAnythingIsOpened(@TempDir Path folder) {
        FileTargetProvider provider = new FileTargetProvider();

        assertThatThrownBy(() -> provider.open(TargetSpec.of("file:" + folder)))
                .hasMessage(folder + " is a directory; name a file in it");
        assertThatThrownBy(() -> provider.open(TargetSpec.of("file:" + folder + "/missing/probe")))
                .hasMessage("there is no directory " + folder + "/missing for the file probe");
        assertThatThrownBy(() -> provider.open(TargetSpec.of("file:/dev/null")))
                .hasMessage("/dev/null is neither a file nor a block device");
    }
}
