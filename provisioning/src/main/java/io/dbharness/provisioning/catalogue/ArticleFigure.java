package io.dbharness.provisioning.catalogue;

/**
 * A figure that an article states and the documentation does not.
 *
 * @param article    its name
 * @param subject    the tier, disk type or size it is about
 * @param quantity   what it measures
 * @param stated     by the article
 * @param documented in its place
 */
public record ArticleFigure(String article, String subject, String quantity, String stated, String documented) {

    /** One sentence with both. */
    public String sentence() {
        return subject + ", " + quantity + ": " + article + " states " + stated + "; documented: " + documented;
    }
}
