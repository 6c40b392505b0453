package io.dbharness.result.imports;

import io.dbharness.measure.Quantiles;
import io.dbharness.model.Problems;
import io.dbharness.result.study.Figure;
import io.dbharness.result.study.Unit;
import java.io.IOException;
import java.io.StringReader;
import java.util.LinkedHashMap;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import javax.xml.parsers.DocumentBuilder;
import javax.xml.parsers.DocumentBuilderFactory;
import javax.xml.parsers.ParserConfigurationException;
import org.w3c.dom.Document;
import org.w3c.dom.Element;
import org.w3c.dom.NodeList;
import org.xml.sax.InputSource;
import org.xml.sax.SAXException;

/** The XML of DiskSpd ({@code -Rxml}); latencies only if it was asked for them ({@code -L}). */
final class DiskspdXml {

    private static final Map<String, String> KINDS = Map.of("Read", "read", "Write", "write", "Total", "total");
    private static final Unit MILLIS = new Unit("ms");
    private static final double MEGA = 1e6;

    private DiskspdXml() {}

    static Map<String, Figure> figures(String name, String text, Problems problems) {
        try {
            DocumentBuilderFactory factory = DocumentBuilderFactory.newInstance();
            // A file that somebody sent must not make this process open others.
            factory.setFeature("http://apache.org/xml/features/disallow-doctype-decl", true);
            factory.setXIncludeAware(false);
            DocumentBuilder builder = factory.newDocumentBuilder();
            builder.setErrorHandler(null);
            return figures(builder.parse(new InputSource(new StringReader(text.strip()))));
        } catch (SAXException | IOException e) {
            problems.add(name + " is not the XML of DiskSpd: " + e.getMessage());
        } catch (ParserConfigurationException e) {
            throw new IllegalStateException("this Java cannot read XML safely", e);
        }
        return Map.of();
    }

    private static Map<String, Figure> figures(Document document) {
        Map<String, Figure> figures = new LinkedHashMap<>();
        NodeList buckets = document.getElementsByTagName("Bucket");
        for (int i = 0; i < buckets.getLength(); i++) {
            if (buckets.item(i) instanceof Element bucket) {
                bucket(bucket, figures);
            }
        }
        KINDS.forEach((word, kind) -> first(document.getDocumentElement(), "Average" + word + "Milliseconds")
                .ifPresent(text -> put("mean(" + kind + ")", text, figures)));
        Optional.ofNullable(figures.get("mean(total)")).ifPresent(mean -> figures.put("mean", mean));
        throughput(document, figures);
        return figures;
    }

    /** A row of its percentile table: 0 is the least value, 100 the most. */
    private static void bucket(Element bucket, Map<String, Figure> figures) {
        double percentile = first(bucket, "Percentile").map(Double::parseDouble).orElse(-1.0);
        Optional<String> row = percentile == 0
                ? Optional.of("min")
                : percentile == 100
                        ? Optional.of("max")
                        : Quantiles.BY_NAME.entrySet().stream()
                                .filter(q -> Math.abs(q.getValue() - percentile / 100) < 1e-10)
                                .map(Map.Entry::getKey)
                                .findFirst();
        row.ifPresent(name -> KINDS.forEach((word, kind) -> first(bucket, word + "Milliseconds")
                .ifPresent(text -> {
                    put(name + "(" + kind + ")", text, figures);
                    if (kind.equals("total")) {
                        put(name, text, figures);
                    }
                })));
    }

    private static void throughput(Document document, Map<String, Figure> figures) {
        Optional<Double> seconds =
                first(document.getDocumentElement(), "TestTimeSeconds").map(Double::parseDouble);
        double count = sum(document, "IOCount");
        double bytes = sum(document, "BytesCount");
        if (seconds.isPresent() && seconds.get() > 0 && count > 0) {
            figures.put("throughput", plain(count / seconds.get()));
            figures.put("iops", plain(count / seconds.get()));
            figures.put("mbPerSecond", plain(bytes / seconds.get() / MEGA));
        }
    }

    private static Figure plain(double value) {
        return Figure.of(String.format(Locale.ROOT, "%.3f", value), Unit.NONE);
    }

    private static double sum(Document document, String tag) {
        NodeList found = document.getElementsByTagName(tag);
        double sum = 0;
        for (int i = 0; i < found.getLength(); i++) {
            sum += Double.parseDouble(found.item(i).getTextContent().strip());
        }
        return sum;
    }

    private static void put(String name, String text, Map<String, Figure> figures) {
        figures.put(name, Figure.of(text, MILLIS));
    }

    private static Optional<String> first(Element element, String tag) {
        NodeList found = element.getElementsByTagName(tag);
        return found.getLength() == 0
                ? Optional.empty()
                : Optional.of(found.item(0).getTextContent().strip()).filter(t -> t.matches("\\d+(\\.\\d+)?"));
    }
}
