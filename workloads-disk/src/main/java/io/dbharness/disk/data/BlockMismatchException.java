package io.dbharness.disk.data;

import java.io.IOException;

/** A block that was read does not have the content that was written last. */
final class BlockMismatchException extends IOException {

    private static final long serialVersionUID = 1L;

    BlockMismatchException(String finding) {
        super(finding);
    }
}
