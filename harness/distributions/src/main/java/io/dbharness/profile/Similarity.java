package io.dbharness.profile;

/** The similarity functions of vector indexes. */
public enum Similarity {
    COSINE,
    DOT_PRODUCT,
    EUCLIDEAN;

    /** Returns the similarity of two vectors of the same length; the higher, the nearer. */
    public double of(float[] one, float[] other) {
        return switch (this) {
            case COSINE -> dot(one, other) / Math.sqrt(dot(one, one) * dot(other, other));
            case DOT_PRODUCT -> dot(one, other);
            // The squared distance with a minus sign orders vectors as the distance does.
            case EUCLIDEAN -> 2 * dot(one, other) - dot(one, one) - dot(other, other);
        };
    }

    private static double dot(float[] one, float[] other) {
        double sum = 0;
        for (int i = 0; i < one.length; i++) {
            sum += (double) one[i] * other[i];
        }
        return sum;
    }
}
