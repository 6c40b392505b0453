package io.dbharness.load;

/**
 * Which part of a load this process sends, when several processes share it. Immutable.
 *
 * @param index     which part, from 0
 * @param of        how many parts there are
 * @param firstUser the number of this part's first user among the users of all parts
 */
public record Slice(int index, int of, int firstUser) {

    /** All of it, by one process. */
    public static final Slice WHOLE = new Slice(0, 1, 0);

    public Slice {
        if (index < 0 || index >= of || firstUser < 0) {
            throw new IllegalArgumentException("not a slice: " + index + " of " + of + " from user " + firstUser);
        }
    }

    /** This part's share of so many: all parts together have them all, and the first ones have one more where they cannot be even. */
    public long share(long all) {
        return all / of + (index < all % of ? 1 : 0);
    }

    /** How many of so many belong to the parts before this one. */
    public long before(long all) {
        return all / of * index + Math.min(index, all % of);
    }

    /** For descriptions: nothing of a whole load. */
    String words() {
        return of == 1 ? "" : ", part " + (index + 1) + " of " + of;
    }
}
