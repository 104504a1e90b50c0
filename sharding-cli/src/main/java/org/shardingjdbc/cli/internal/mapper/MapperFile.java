package org.shardingjdbc.cli.internal.mapper;

import java.io.IOException;
import java.io.InputStream;
import java.io.StringReader;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import javax.xml.XMLConstants;
import javax.xml.parsers.DocumentBuilder;
import javax.xml.parsers.DocumentBuilderFactory;
import javax.xml.parsers.ParserConfigurationException;
import org.w3c.dom.Element;
import org.w3c.dom.Node;
import org.w3c.dom.NodeList;
import org.xml.sax.InputSource;
import org.xml.sax.SAXException;

/**
 * The statements of a mapper file of MyBatis: each as it is where no condition holds, and as it is where all of them
 * do, with a placeholder for each {@code #{...}} and one element for each {@code foreach}. The format is that of
 * MyBatis 3. Texts that a {@code ${...}} would put in cannot be known; it stands there as it is written. One per file;
 * not thread-safe.
 */
public final class MapperFile {
    /** What begins a text that is put in as it is. */
    private static final String PUT_IN = "${";

    private static final Set<String> STATEMENTS = Set.of("select", "insert", "update", "delete");

    private final Map<String, Element> fragments = new HashMap<>();
    private final boolean whole;

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

    /**
     * The statements, in the order of the file; the two forms of one follow each other where they differ.
     *
     * @throws IOException when the file cannot be read, or is no mapper file; it names the file
     */
    public static List<String> read(Path file) throws IOException {
        Document document = new Document(parse(file));
        MapperFile whole = new MapperFile(document, true);
        MapperFile bare = new MapperFile(document, false);
        List<String> statements = new ArrayList<>();
        NodeList children = document.root().getChildNodes();
        for (int i = 0; i < children.getLength(); i++) {
            if (children.item(i) instanceof Element element && STATEMENTS.contains(element.getTagName())) {
                String all = whole.text(element);
                String none = bare.text(element);
                statements.add(all);
                if (!none.equals(all)) {
                    statements.add(none);
                }
            }
        }
        return statements;
    }

    /** Whether nothing is put into a statement at run time that could be any part of it. */
    public static boolean isWhole(String sql) {
        return !sql.contains(PUT_IN);
    }

    private static Element parse(Path file) throws IOException {
        DocumentBuilderFactory factory = DocumentBuilderFactory.newInstance();
        try (InputStream input = Files.newInputStream(file)) {
            factory.setFeature(XMLConstants.FEATURE_SECURE_PROCESSING, true);
            factory.setExpandEntityReferences(false);
            DocumentBuilder builder = factory.newDocumentBuilder();
            // the document type is named by its address, which nobody is to ask
            builder.setEntityResolver((name, address) -> new InputSource(new StringReader("")));
            builder.setErrorHandler(null);
            Element root = builder.parse(input).getDocumentElement();
            if (!root.getTagName().equals("mapper")) {
                throw new IOException(file + " is no mapper file of MyBatis: its root is <" + root.getTagName() + ">");
            }
            return root;
        } catch (SAXException | ParserConfigurationException e) {
            throw new IOException(file + " is no mapper file of MyBatis: " + e.getMessage(), e);
        }
    }

    private String text(Element statement) {
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
                text.append(child.getNodeValue());
            }
        }
        return text.toString();
    }

    private String element(Element element) {
        return switch (element.getTagName()) {
            case "include" -> included(element.getAttribute("refid"));
            case "if" -> whole ? content(element) : "";
            case "choose" -> chosen(element);
            case "where" -> trimmed(content(element), "WHERE", List.of("AND", "OR"), List.of());
            case "set" -> trimmed(content(element), "SET", List.of(), List.of(","));
            case "trim" -> trimmed(element);
            case "foreach" ->
                element.getAttribute("open") + " " + content(element) + " " + element.getAttribute("close");
            case "selectKey", "bind" -> "";
            default -> content(element);
        };
    }

    private String included(String name) {
        Element fragment = fragments.get(name.substring(name.lastIndexOf('.') + 1));
        return fragment == null ? PUT_IN + name + "}" : content(fragment);
    }

    /** The first branch where conditions hold, and the last where none does. */
    private String chosen(Element choose) {
        NodeList branches = choose.getElementsByTagName(whole ? "when" : "otherwise");
        return branches.getLength() == 0 ? "" : content(branches.item(0));
    }

    private String trimmed(Element trim) {
        String body = trimmed(
                content(trim),
                trim.getAttribute("prefix"),
                List.of(trim.getAttribute("prefixOverrides").split("\\|")),
                List.of(trim.getAttribute("suffixOverrides").split("\\|")));
        return body.isBlank() ? "" : body + " " + trim.getAttribute("suffix");
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

    /** On one line; a text in quotes keeps its blanks. */
    private static String words(String text) {
        StringBuilder line = new StringBuilder();
        char quote = 0;
        for (char each : text.strip().toCharArray()) {
            if (quote == 0 && Character.isWhitespace(each)) {
                if (!line.isEmpty() && line.charAt(line.length() - 1) != ' ') {
                    line.append(' ');
                }
                continue;
            }
            if (quote == each) {
                quote = 0;
            } else if (quote == 0 && (each == '\'' || each == '"' || each == '`')) {
                quote = each;
            }
            line.append(each);
        }
        return line.toString();
    }
}
