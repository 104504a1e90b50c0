package org.shardingjdbc.site;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.commonmark.Extension;
import org.commonmark.ext.gfm.tables.TablesExtension;
import org.commonmark.ext.heading.anchor.HeadingAnchorExtension;
import org.commonmark.node.AbstractVisitor;
import org.commonmark.node.Block;
import org.commonmark.node.Code;
import org.commonmark.node.CustomNode;
import org.commonmark.node.FencedCodeBlock;
import org.commonmark.node.Heading;
import org.commonmark.node.IndentedCodeBlock;
import org.commonmark.node.Link;
import org.commonmark.node.Node;
import org.commonmark.node.SoftLineBreak;
import org.commonmark.node.Text;
import org.commonmark.parser.Parser;

/**
 * A page of Markdown.
 *
 * @param source its file, relative to the repository
 * @param title the text of its first heading
 * @param document the parsed page
 */
record SitePage(Path source, String title, Node document) {
    static final List<Extension> EXTENSIONS = List.of(TablesExtension.create(), HeadingAnchorExtension.create());
    private static final Parser PARSER = Parser.builder().extensions(EXTENSIONS).build();

    static SitePage read(Path repository, Path source) throws IOException {
        Node document = PARSER.parse(Files.readString(repository.resolve(source)));
        unlinkSources(document);
        for (Node node = document.getFirstChild(); node != null; node = node.getNext()) {
            if (node instanceof Heading heading && heading.getLevel() == 1) {
                return new SitePage(source, text(heading), document);
            }
        }
        throw new IOException(source + " has no heading of level 1");
    }

    /** The site has no sources: what leads to one in the repository is only its name here. */
    private static void unlinkSources(Node document) {
        List<Link> links = new ArrayList<>();
        document.accept(new AbstractVisitor() {
            @Override
            public void visit(Link link) {
                if (link.getDestination().endsWith(".java")) {
                    links.add(link);
                }
            }
        });
        for (Link link : links) {
            while (link.getFirstChild() != null) {
                link.insertBefore(link.getFirstChild());
            }
            link.unlink();
        }
    }

    /** Where the page stands in the site: relative, with slashes. */
    String address() {
        return addressOf(source.toString().replace('\\', '/'));
    }

    /** How one gets from this page to the root of the site: empty, or "../" for each folder. */
    String toRoot() {
        return "../".repeat(source.getNameCount() - 1);
    }

    static String addressOf(String source) {
        if (source.equals("README.md")) {
            return "index.html";
        }
        return source.substring(0, source.length() - ".md".length()) + ".html";
    }

    /** The words of a node, without their marks. */
    static String text(Node node) {
        StringBuilder text = new StringBuilder();
        append(node, text);
        return text.toString();
    }

    private static void append(Node node, StringBuilder text) {
        if (node instanceof Text words) {
            text.append(words.getLiteral());
        } else if (node instanceof Code code) {
            text.append(code.getLiteral());
        }
        for (Node child = node.getFirstChild(); child != null; child = child.getNext()) {
            append(child, text);
        }
    }

    /** All that is to be read of a node, snippets too; paragraphs, lines and cells apart. */
    static String words(Node node) {
        StringBuilder words = new StringBuilder();
        node.accept(new AbstractVisitor() {
            @Override
            public void visit(Text text) {
                words.append(text.getLiteral());
            }

            @Override
            public void visit(Code code) {
                words.append(code.getLiteral());
            }

            @Override
            public void visit(FencedCodeBlock block) {
                words.append(block.getLiteral()).append(' ');
            }

            @Override
            public void visit(IndentedCodeBlock block) {
                words.append(block.getLiteral()).append(' ');
            }

            @Override
            public void visit(SoftLineBreak lineBreak) {
                words.append(' ');
            }

            @Override
            protected void visitChildren(Node parent) {
                super.visitChildren(parent);
                if (parent instanceof Block || parent instanceof CustomNode) {
                    words.append(' ');
                }
            }
        });
        return words.toString();
    }
}
