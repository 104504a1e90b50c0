package org.shardingjdbc.site.snippets;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.stream.Stream;
import javax.xml.parsers.DocumentBuilderFactory;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.shardingjdbc.site.Repository;
import org.w3c.dom.Document;
import org.w3c.dom.Element;
import org.w3c.dom.NodeList;

/** What the pages tell readers to depend on is built here. */
class XmlSnippetsTest {

    static Stream<Snippet> snippets() throws IOException {
        return Snippet.all("xml").stream();
    }

    @ParameterizedTest(name = "{0}")
    @MethodSource("snippets")
    void namesModules(Snippet snippet) throws Exception {
        Document document = parse("<snippet>" + withoutDeclaration(snippet.text()) + "</snippet>");
        List<String> named = new ArrayList<>();
        NodeList groups = document.getElementsByTagName("groupId");
        for (int i = 0; i < groups.getLength(); i++) {
            Element owner = (Element) groups.item(i).getParentNode();
            if (groups.item(i).getTextContent().equals("org.shardingjdbc")) {
                named.add(text(owner, "artifactId"));
                assertThat(text(owner, "version")).isIn("", projectVersion(), "${project.version}");
            }
        }
        assertThat(modules()).containsAll(named);
    }

    /** A module that is not found, however this test reads poms, would be none of them. */
    @Test
    void modulesAreFound() throws Exception {
        assertThat(modules()).contains("sharding-jdbc-core", "sharding-feature", "sharding-jdbc-spring-boot-starter");
    }

    private static String withoutDeclaration(String text) {
        return text.startsWith("<?xml") ? text.substring(text.indexOf("?>") + 2) : text;
    }

    private static Set<String> modules() throws Exception {
        Document root = parse(Files.readString(Repository.folder().resolve("pom.xml")));
        Set<String> modules = new HashSet<>();
        collect(Repository.folder(), root, modules);
        return modules;
    }

    private static void collect(Path folder, Document pom, Set<String> modules) throws Exception {
        modules.add(text(pom.getDocumentElement(), "artifactId"));
        NodeList children = pom.getElementsByTagName("module");
        for (int i = 0; i < children.getLength(); i++) {
            Path child = folder.resolve(children.item(i).getTextContent());
            collect(child, parse(Files.readString(child.resolve("pom.xml"))), modules);
        }
    }

    private static String projectVersion() throws Exception {
        return text(
                parse(Files.readString(Repository.folder().resolve("pom.xml"))).getDocumentElement(), "version");
    }

    /** Of the child of that name; empty where there is none. */
    private static String text(Element owner, String name) {
        NodeList children = owner.getChildNodes();
        for (int i = 0; i < children.getLength(); i++) {
            if (children.item(i).getNodeName().equals(name)) {
                return children.item(i).getTextContent().strip();
            }
        }
        return "";
    }

    private static Document parse(String xml) throws Exception {
        return DocumentBuilderFactory.newInstance()
                .newDocumentBuilder()
                .parse(new ByteArrayInputStream(xml.getBytes(StandardCharsets.UTF_8)));
    }
}
