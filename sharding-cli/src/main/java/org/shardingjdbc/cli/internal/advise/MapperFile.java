package org.shardingjdbc.cli.internal.advise;

import java.io.IOException;
import java.io.InputStream;
import java.io.StringReader;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.HashMap;
import java.util.Iterator;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import javax.xml.XMLConstants;
import javax.xml.parsers.DocumentBuilder;
import javax.xml.parsers.DocumentBuilderFactory;
import javax.xml.parsers.ParserConfigurationException;
import javax.xml.stream.XMLInputFactory;
import javax.xml.stream.XMLStreamConstants;
import javax.xml.stream.XMLStreamException;
import javax.xml.stream.XMLStreamReader;
import org.w3c.dom.Element;
import org.w3c.dom.Node;
import org.w3c.dom.NodeList;
import org.xml.sax.InputSource;
import org.xml.sax.SAXException;
import org.xml.sax.SAXParseException;

/**
 * The statements of a mapper file of MyBatis: each as it is where no condition holds, and as it is where all of them
 * do, with a placeholder for each {@code #{...}} and one element for each {@code foreach}. The format is that of
 * MyBatis 3. Texts that a {@code ${...}} would put in cannot be known; it stands there as it is written. One per file;
 * not thread-safe.
 */
final class MapperFile {
    /** What begins a text that is put in as it is. */
    private static final String PUT_IN = "${";

    private static final Set<String> STATEMENTS = Set.of("select", "insert", "update", "delete");

    private final Map<String, Element> fragments = new HashMap<>();
    private final boolean whole;

    /** The fragments that are being put in, by whom each was asked for last. */
    private final Deque<Element> includes = new ArrayDeque<>();

    /** Whether the statement lacks what no statement of its kind can lack. */
    private boolean cut;

    private MapperFile(Document document, boolean whole) {
        this.whole = whole;
        NodeList all = document.root().getElementsByTagName("sql");
        for (int i = 0; i < all.getLength(); i++) {
            Element fragment = (Element) all.item(i);
            fragments.put(fragment.getAttribute("id"), fragment);
        }
    }

    /** @param root the {@code mapper} element */
    private record Document(Element root) {}

    /** @param line where its element begins, from 1 */
    record MapperStatement(String sql, int line) {}

    /**
     * The statements, in the order of the file; the two forms of one follow each other where they differ.
     *
     * @throws IOException when the file cannot be read, or is no mapper file; it names the file
     */
    static List<MapperStatement> read(Path file, String name) throws IOException {
        Document document = new Document(parse(file, name));
        MapperFile whole = new MapperFile(document, true);
        MapperFile bare = new MapperFile(document, false);
        List<MapperStatement> statements = new ArrayList<>();
        Iterator<Integer> lines = lines(file, name).iterator();
        NodeList children = document.root().getChildNodes();
        for (int i = 0; i < children.getLength(); i++) {
            if (children.item(i) instanceof Element element && STATEMENTS.contains(element.getTagName())) {
                String all = whole.text(element);
                String none = bare.text(element);
                int line = lines.next();
                statements.add(new MapperStatement(all, line));
                if (!none.equals(all) && !bare.cut) {
                    statements.add(new MapperStatement(none, line));
                }
            }
        }
        return statements;
    }

    /** Whether nothing is put into a statement at run time that could be any part of it. */
    static boolean isWhole(String sql) {
        return !sql.contains(PUT_IN);
    }

    private static Element parse(Path file, String name) throws IOException {
        DocumentBuilderFactory factory = DocumentBuilderFactory.newInstance();
        try (InputStream input = Files.newInputStream(file)) {
            factory.setFeature(XMLConstants.FEATURE_SECURE_PROCESSING, true);
            factory.setExpandEntityReferences(false);
            DocumentBuilder builder = factory.newDocumentBuilder();
            // the document type is named by its address, which nobody is to ask
            builder.setEntityResolver((publicName, address) -> new InputSource(new StringReader("")));
            builder.setErrorHandler(null);
            Element root = builder.parse(input).getDocumentElement();
            if (!root.getTagName().equals("mapper")) {
                throw new IOException(name + " is no mapper file of MyBatis: its root is <" + root.getTagName() + ">");
            }
            return root;
        } catch (SAXParseException e) {
            throw new IOException(
                    name + ":" + e.getLineNumber() + " is no XML, so the file is no mapper file of MyBatis: "
                            + e.getMessage(),
                    e);
        } catch (SAXException | ParserConfigurationException e) {
            throw new IOException(name + " is no mapper file of MyBatis: " + e.getMessage(), e);
        }
    }

    /** Where the elements of statements begin, in the order of the file, which a tree does not tell. */
    private static List<Integer> lines(Path file, String name) throws IOException {
        XMLInputFactory factory = XMLInputFactory.newInstance();
        factory.setProperty(XMLInputFactory.SUPPORT_DTD, false);
        factory.setProperty(XMLInputFactory.IS_SUPPORTING_EXTERNAL_ENTITIES, false);
        List<Integer> lines = new ArrayList<>();
        try (InputStream input = Files.newInputStream(file)) {
            XMLStreamReader reader = factory.createXMLStreamReader(input);
            int depth = 0;
            while (reader.hasNext()) {
                int event = reader.next();
                if (event == XMLStreamConstants.END_ELEMENT) {
                    depth--;
                } else if (event == XMLStreamConstants.START_ELEMENT && depth++ == 1) {
                    if (STATEMENTS.contains(reader.getLocalName())) {
                        lines.add(reader.getLocation().getLineNumber());
                    }
                }
            }
            return lines;
        } catch (XMLStreamException e) {
            throw new IOException(name + " is no mapper file of MyBatis: " + e.getMessage(), e);
        }
    }

    private String text(Element statement) {
        cut = false;
        return words(withPlaceholders(content(statement)));
    }

    private String content(Node parent) {
        StringBuilder text = new StringBuilder();
        NodeList children = parent.getChildNodes();
        for (int i = 0; i < children.getLength(); i++) {
            Node child = children.item(i);
            if (child instanceof Element element) {
                text.append(' ').append(element(element)).append(' ');
            } else if (child.getNodeType() == Node.TEXT_NODE || child.getNodeType() == Node.CDATA_SECTION_NODE) {
                text.append(withProperties(child.getNodeValue()));
            }
        }
        return text.toString();
    }

    private String element(Element element) {
        return switch (element.getTagName()) {
            case "include" -> included(element);
            case "if" -> whole ? content(element) : "";
            case "choose" -> chosen(element);
            case "where" -> trimmed(content(element), "WHERE", List.of("AND", "OR"), List.of());
            case "set" -> needed(trimmed(content(element), "SET", List.of(), List.of(",")));
            case "trim" -> trimmed(element);
            case "foreach" ->
                element.getAttribute("open") + " " + content(element) + " " + element.getAttribute("close");
            case "selectKey", "bind" -> "";
            default -> content(element);
        };
    }

    private String included(Element include) {
        String name = withProperties(include.getAttribute("refid"));
        Element fragment = fragments.get(name.substring(name.lastIndexOf('.') + 1));
        if (fragment == null
                || includes.stream().anyMatch(each -> each.getAttribute("refid").equals(name))) {
            return PUT_IN + name + "}";
        }
        includes.push(include);
        String text = content(fragment);
        includes.pop();
        return text;
    }

    /** With the values that an {@code include} gives to a fragment, and to those that it includes. */
    private String withProperties(String text) {
        String filled = text;
        for (Element include : includes) {
            for (Element property : children(include, "property")) {
                filled = filled.replace(PUT_IN + property.getAttribute("name") + "}", property.getAttribute("value"));
            }
        }
        return filled;
    }

    private static List<Element> children(Element parent, String tag) {
        List<Element> found = new ArrayList<>();
        NodeList children = parent.getChildNodes();
        for (int i = 0; i < children.getLength(); i++) {
            if (children.item(i) instanceof Element element
                    && element.getTagName().equals(tag)) {
                found.add(element);
            }
        }
        return found;
    }

    /** The first branch where conditions hold, and the last where none does. */
    private String chosen(Element choose) {
        List<Element> branches = children(choose, whole ? "when" : "otherwise");
        return branches.isEmpty() ? "" : content(branches.get(0));
    }

    private String needed(String text) {
        cut |= text.isBlank();
        return text;
    }

    private String trimmed(Element trim) {
        String body = trimmed(
                content(trim),
                trim.getAttribute("prefix"),
                List.of(trim.getAttribute("prefixOverrides").split("\\|")),
                List.of(trim.getAttribute("suffixOverrides").split("\\|")));
        if (body.isBlank()) {
            // there may be no conditions, but no statement without columns, values or assignments
            String prefix = trim.getAttribute("prefix").strip().toUpperCase(Locale.ROOT);
            cut |= prefix.equals("SET") || prefix.startsWith("(") || prefix.startsWith("VALUES");
            return "";
        }
        return body + " " + trim.getAttribute("suffix");
    }

    private static String trimmed(String content, String prefix, List<String> first, List<String> last) {
        String body = content.strip();
        if (body.isEmpty()) {
            return "";
        }
        for (String each : first) {
            String word = each.strip();
            if (!word.isEmpty()
                    && body.regionMatches(true, 0, word, 0, word.length())
                    && body.length() > word.length()
                    && !Character.isLetterOrDigit(body.charAt(word.length()))) {
                body = body.substring(word.length()).strip();
                break;
            }
        }
        for (String each : last) {
            String word = each.strip();
            if (!word.isEmpty() && body.endsWith(word)) {
                body = body.substring(0, body.length() - word.length()).strip();
                break;
            }
        }
        return prefix + " " + body;
    }

    private static String withPlaceholders(String text) {
        StringBuilder sql = new StringBuilder();
        int from = 0;
        for (int at = text.indexOf("#{"); at >= 0; at = text.indexOf("#{", from)) {
            int end = text.indexOf('}', at);
            if (end < 0) {
                break;
            }
            sql.append(text, from, at).append('?');
            from = end + 1;
        }
        return sql.append(text.substring(from)).toString();
    }

    /** On one line, but for comments that end with theirs; a text in quotes keeps its blanks. */
    private static String words(String text) {
        StringBuilder line = new StringBuilder();
        char quote = 0;
        boolean comment = false;
        for (char each : text.strip().toCharArray()) {
            char last = line.isEmpty() ? ' ' : line.charAt(line.length() - 1);
            if (quote == 0 && Character.isWhitespace(each)) {
                if (each == '\n' && comment) {
                    line.append(each);
                    comment = false;
                } else if (last != ' ' && last != '\n') {
                    line.append(' ');
                }
                continue;
            }
            comment |= quote == 0 && (each == '#' || each == '-' && last == '-');
            if (quote == each) {
                quote = 0;
            } else if (quote == 0 && !comment && (each == '\'' || each == '"' || each == '`')) {
                quote = each;
            }
            line.append(each);
        }
        return line.toString();
    }
}
