package io.dbharness.cli.provision;

import java.util.Locale;
import java.util.Optional;
import java.util.stream.Stream;

/** What can be done with subjects. */
public enum Action {
    PLAN("Say what up would make, and what that can do. Makes nothing.", Takes.FILE),
    UP("Make what a file names, or what is missing of it.", Takes.FILE),
    STATUS("Say what is there of a file.", Takes.FILE_OR_NAME),
    DOWN("Remove everything that up made, also after a crash.", Takes.FILE_OR_NAME),
    LIST("Say everything that stands on this machine's account.", Takes.NOTHING),
    REAP(
            "Say what clouds still have of any run, also where its ledger is lost; --yes removes what is past its end.",
            Takes.NOTHING),
    LIMITS("Print the disks and machines that are known, with their limits and sources.", Takes.NOTHING);

    /** What follows the action's word. */
    public enum Takes {
        NOTHING,
        FILE,
        /** The file, or the name it gives itself: what stands can be removed when its file is gone. */
        FILE_OR_NAME
    }

    private final String summary;
    private final Takes takes;

    Action(String summary, Takes takes) {
        this.summary = summary;
        this.takes = takes;
    }

    public String word() {
        return name().toLowerCase(Locale.ROOT);
    }

    /** What {@code --yes} agrees to, where something has to be agreed to. */
    public Optional<String> agreement() {
        return switch (this) {
            case UP -> Optional.of("agree to what it costs");
            case REAP -> Optional.of("remove them");
            default -> Optional.empty();
        };
    }

    /** Whether it looks at what a file would cost. */
    public boolean plans() {
        return this == PLAN || this == UP;
    }

    /** Whether a failure of it leaves something to be kept. */
    public boolean makes() {
        return this == UP;
    }

    /** For {@code --help}. */
    public String summary() {
        return summary;
    }

    public Takes takes() {
        return takes;
    }

    static Optional<Action> of(String word) {
        return Stream.of(values()).filter(action -> action.word().equals(word)).findFirst();
    }
}
