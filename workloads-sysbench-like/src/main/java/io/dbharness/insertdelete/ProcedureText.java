package io.dbharness.insertdelete;

/** Definitions of the two procedures; their text is in {@code insertdelete/procedures}, by dialect. */
enum ProcedureText {
    /** Both, if they are there. */
    DROP,
    CREATE_INSERT,
    CREATE_DELETE
}
