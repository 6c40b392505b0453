package io.dbharness.config;

import java.util.Locale;

/** When two names of a file are one. */
public enum Names {
    AS_WRITTEN {
        @Override
        String key(String name) {
            return name;
        }
    },
    IN_ANY_CASE {
        @Override
        String key(String name) {
            return name.toLowerCase(Locale.ROOT);
        }
    };

    /** What a name is told apart by. */
    abstract String key(String name);
}
