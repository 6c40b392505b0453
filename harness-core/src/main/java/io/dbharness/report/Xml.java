package io.dbharness.report;

import java.io.StringWriter;
import javax.xml.stream.XMLOutputFactory;
import javax.xml.stream.XMLStreamException;
import javax.xml.stream.XMLStreamWriter;

/** A writer of JUnit's format: indented elements, without the characters XML has no place for. */
record Xml(XMLStreamWriter writer) {

    /** What stands within the root element. */
    @FunctionalInterface
    interface Suites {
        void write(Xml xml) throws XMLStreamException;
    }

    /** A whole file. */
    static String document(Suites suites) {
        StringWriter text = new StringWriter();
        try {
            Xml xml = new Xml(XMLOutputFactory.newInstance().createXMLStreamWriter(text));
            xml.writer.writeStartDocument("UTF-8", "1.0");
            xml.open("testsuites", 0);
            suites.write(xml);
            xml.close(0);
            xml.writer.writeEndDocument();
            xml.writer.close();
        } catch (XMLStreamException e) {
            throw new IllegalStateException("a string takes all that is written", e);
        }
        return text.append('\n').toString();
    }

    /** Begins a test case. */
    void testCase(String suite, String name) throws XMLStreamException {
        open("testcase", 2);
        attribute("classname", "dbharness." + suite);
        attribute("name", name);
        attribute("time", "0");
    }

    void open(String name, int depth) throws XMLStreamException {
        indent(depth);
        writer.writeStartElement(name);
    }

    void close(int depth) throws XMLStreamException {
        indent(depth);
        writer.writeEndElement();
    }

    void element(String name, String text) throws XMLStreamException {
        open(name, 2);
        writer.writeCharacters(legal(text));
        writer.writeEndElement();
    }

    void attribute(String name, String value) throws XMLStreamException {
        writer.writeAttribute(name, legal(value));
    }

    void attribute(String name, long value) throws XMLStreamException {
        writer.writeAttribute(name, Long.toString(value));
    }

    private void indent(int depth) throws XMLStreamException {
        writer.writeCharacters("\n" + "  ".repeat(depth));
    }

    /** XML 1.0, production 2; a server may put anything into an error message. */
    private static String legal(String text) {
        StringBuilder legal = new StringBuilder();
        text.codePoints()
                .map(c -> c == '\t'
                                || c == '\n'
                                || (c >= 0x20 && c <= 0xD7FF)
                                || (c >= 0xE000 && c <= 0xFFFD)
                                || c >= 0x10000
                        ? c
                        : '\uFFFD')
                .forEach(legal::appendCodePoint);
        return legal.toString();
    }
}
