package io.dbharness.report.page;

import io.dbharness.report.chart.Html;
import io.dbharness.result.study.ClaimOutcome;
import io.dbharness.result.study.ClaimOutcome.Verdict;
import java.util.List;
import java.util.Locale;
import java.util.function.Function;
import java.util.stream.Collectors;

/** Claims as a table: the verdict first, in words and in colour. */
final class ClaimsHtml {

    private ClaimsHtml() {}

    /**
     * All of them.
     *
     * @param what they are
     * @param word for a verdict
     */
    static String of(String what, List<ClaimOutcome> claims, Function<Verdict, String> word) {
        return claims.stream()
                .map(claim -> row(claim, word.apply(claim.verdict())))
                .collect(Collectors.joining(
                        "",
                        "<div class=\"wide\"><table class=\"claims\"><thead><tr><th class=\"w\">verdict</th>"
                                + "<th class=\"w\">" + Html.escape(what)
                                + "</th><th class=\"w\">because</th></tr></thead><tbody>",
                        "</tbody></table></div>\n"));
    }

    private static String row(ClaimOutcome claim, String word) {
        return "<tr><td class=\"w " + claim.verdict().name().toLowerCase(Locale.ROOT) + "\">"
                + Html.escape(word) + "</td><td class=\"w\">" + Html.escape(claim.text())
                + (claim.expression().isEmpty() ? "" : "<br>" + Html.element("code", claim.expression()))
                + "</td><td class=\"w\">" + Html.escape(claim.because()) + "</td></tr>";
    }
}
