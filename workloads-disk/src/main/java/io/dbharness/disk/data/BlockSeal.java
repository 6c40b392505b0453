package io.dbharness.disk.data;

import java.nio.ByteBuffer;
import java.util.Optional;
import java.util.zip.CRC32C;

/**
 * The first bytes of a block that is written for verification: they identify the ledger, the place and the order of the write, and
 * contain the CRC-32C of the whole block.
 *
 * @param ledger     id of the ledger that knows the block
 * @param position   of the block in its file, bytes
 * @param generation number of writes to this block so far
 */
record BlockSeal(long ledger, long position, long generation) {

    private static final long MARK = 0x6462_6861_726E_6573L;
    private static final int CHECKSUM = 4 * Long.BYTES;
    /** Size in bytes. */
    static final int BYTES = CHECKSUM + Long.BYTES;

    /** Writes this seal into a block, from position 0 to the limit of the buffer. */
    void write(ByteBuffer block) {
        block.putLong(0, MARK)
                .putLong(Long.BYTES, ledger)
                .putLong(2 * Long.BYTES, position)
                .putLong(3 * Long.BYTES, generation);
        block.putLong(CHECKSUM, checksum(block));
    }

    /** Returns true if a block begins like one with a seal. */
    static boolean isMarked(ByteBuffer block) {
        return block.getLong(0) == MARK;
    }

    /** Reads the seal of a block; empty if there is none or the checksum differs. Changes the buffer. */
    static Optional<BlockSeal> read(ByteBuffer block) {
        if (!isMarked(block)) {
            return Optional.empty();
        }
        long checksum = block.getLong(CHECKSUM);
        return checksum == checksum(block)
                ? Optional.of(new BlockSeal(
                        block.getLong(Long.BYTES), block.getLong(2 * Long.BYTES), block.getLong(3 * Long.BYTES)))
                : Optional.empty();
    }

    /** Computes the checksum with zeros in its own place. */
    private static long checksum(ByteBuffer block) {
        block.putLong(CHECKSUM, 0);
        CRC32C crc = new CRC32C();
        crc.update(block.duplicate().position(0));
        return crc.getValue();
    }
}
