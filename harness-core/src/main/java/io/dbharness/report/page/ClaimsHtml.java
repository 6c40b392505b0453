package io.dbharness.report.page;

import io.dbharness.report.chart.Html;
import io.dbharness.result.study.ClaimOutcome;
import java.util.List;
import java.util.Locale;
import java.util.stream.Collectors;

/** Claims as a table: the verdict first, in words and in colour. */
final class ClaimsHtml {

    private ClaimsHtml() {}

    static String of(List<ClaimOutcome> claims) {
        return claims.stream()
                .map(ClaimsHtml::row)
                .collect(Collectors.joining(
                        "",
                        "<div class=\"wide\"><table class=\"claims\"><thead><tr><th class=\"w\">verdict</th>"
                                + "<th class=\"w\">claim</th><th class=\"w\">because</th></tr></thead><tbody>",
                        "</tbody></table></div>\n"));
    }

    private static String row(ClaimOutcome claim) {
        return "<tr><td class=\"w " + claim.verdict().name().toLowerCase(Locale.ROOT) + "\">"
                + Html.escape(claim.verdict().word()) + "</td><td class=\"w\">" + Html.escape(claim.text())
                + (claim.expression().isEmpty() ? "" : "<br>" + Html.element("code", claim.expression()))
                + "</td><td class=\"w\">" + Html.escape(claim.because()) + "</td></tr>";
    }
}
