package io.dbharness.imports;

import io.dbharness.model.Problems;
import io.dbharness.study.DisplayUnit;
import io.dbharness.study.Observation.Figure;
import java.io.IOException;
import java.io.StringReader;
import java.util.LinkedHashMap;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.stream.IntStream;
import java.util.stream.Stream;
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

    private final ForeignFormat.Numbers numbers;
    private final Map<String, Figure> figures = new LinkedHashMap<>();

    private DiskspdXml(ForeignFormat.Numbers numbers) {
        this.numbers = numbers;
    }

    static Map<String, Figure> figures(String name, String text, Problems problems) {
        try {
            DocumentBuilderFactory factory = DocumentBuilderFactory.newInstance();
            // A file from elsewhere must not make this process open others.
            factory.setFeature("http://apache.org/xml/features/disallow-doctype-decl", true);
            factory.setXIncludeAware(false);
            DocumentBuilder builder = factory.newDocumentBuilder();
            builder.setErrorHandler(null);
            return new DiskspdXml(new ForeignFormat.Numbers(name, problems))
                    .figures(builder.parse(new InputSource(new StringReader(text.strip()))));
        } catch (SAXException | IOException e) {
            problems.add(name + " is not the XML of DiskSpd: " + e.getMessage());
        } catch (ParserConfigurationException e) {
            throw new IllegalStateException("this Java cannot read XML safely", e);
        }
        return Map.of();
    }

    private Map<String, Figure> figures(Document document) {
        all(document.getElementsByTagName("Bucket")).forEach(this::bucket);
        KINDS.forEach((word, kind) -> first(document.getDocumentElement(), "Average" + word + "Milliseconds")
                .ifPresent(text -> put("mean(" + kind + ")", text)));
        Optional.ofNullable(figures.get("mean(total)")).ifPresent(mean -> figures.put("mean", mean));
        double seconds = numbers.of(
                "TestTimeSeconds",
                first(document.getDocumentElement(), "TestTimeSeconds").orElse("0"));
        double perSecond = sum(document, "IOCount") / seconds;
        if (seconds > 0 && perSecond > 0) {
            figures.put("throughput", plain("throughput", perSecond));
            figures.put("iops", plain("iops", perSecond));
            figures.put("mbPerSecond", plain("mbPerSecond", sum(document, "BytesCount") / seconds / 1e6));
        }
        return figures;
    }

    /** A row of its percentile table: 0 is the least value, 100 the most. */
    private void bucket(Element bucket) {
        double percentile = numbers.of("Percentile", first(bucket, "Percentile").orElse("1"));
        Optional<String> row = percentile == 0
                ? Optional.of("min")
                : percentile == 100 ? Optional.of("max") : ForeignFormat.percentile(percentile);
        row.ifPresent(name -> KINDS.forEach((word, kind) -> first(bucket, word + "Milliseconds")
                .ifPresent(text -> {
                    put(name + "(" + kind + ")", text);
                    if (kind.equals("total")) {
                        put(name, text);
                    }
                })));
    }

    private Figure plain(String name, double value) {
        return Figure.of(numbers.text(name, String.format(Locale.ROOT, "%.3f", value)), DisplayUnit.NONE);
    }

    private double sum(Document document, String tag) {
        return all(document.getElementsByTagName(tag))
                .mapToDouble(element -> numbers.of(tag, element.getTextContent().strip()))
                .sum();
    }

    private static Stream<Element> all(NodeList found) {
        return IntStream.range(0, found.getLength()).mapToObj(i -> (Element) found.item(i));
    }

    private void put(String name, String text) {
        figures.put(name, Figure.of(numbers.text(name, text), DisplayUnit.MILLIS));
    }

    private static Optional<String> first(Element element, String tag) {
        return all(element.getElementsByTagName(tag))
                .findFirst()
                .map(found -> found.getTextContent().strip());
    }
}
