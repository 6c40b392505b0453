package io.dbharness.tpcc.input;

/**
 * Which customer a transaction is about: by number, or by last name and then the middle one of those who share it (clauses 2.5.1.2 and
 * 2.6.1.2).
 *
 * @param warehouse  C_W_ID
 * @param district   C_D_ID
 * @param byLastName whether {@code number} stands for a last name, 0 to 999, rather than a C_ID, 1 to 3000
 * @param number     the last name's or the customer's number
 */
public record CustomerChoice(int warehouse, int district, boolean byLastName, int number) {

    /** C_LAST of a choice by last name. */
    public String lastName() {
        if (!byLastName) {
            throw new IllegalStateException("customer " + number + " was chosen by number");
        }
        return LastName.of(number);
    }
}
