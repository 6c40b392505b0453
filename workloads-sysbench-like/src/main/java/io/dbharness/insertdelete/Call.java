package io.dbharness.insertdelete;

/** Calls of the two procedures; their text is in {@code insertdelete/sql}, by dialect. */
enum Call {
    /** Parameters: the columns of {@link Row} in their order. */
    INSERT,
    /** Parameter: the id. Answers with one row of one number: how many rows were deleted. */
    DELETE,
    /** All ids that are there. */
    IDS
}
