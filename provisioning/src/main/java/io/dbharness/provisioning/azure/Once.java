package io.dbharness.provisioning.azure;

import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/** Something that is made when it is first asked for, and then kept. One thread. */
final class Once<T> {

    private final Supplier<T> maker;
    private @Nullable T made;

    Once(Supplier<T> maker) {
        this.maker = maker;
    }

    T get() {
        T kept = made;
        if (kept == null) {
            kept = maker.get();
            made = kept;
        }
        return kept;
    }
}
