package org.shardingjdbc.cli.internal.nodes;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.ByteArrayInputStream;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import javax.xml.parsers.DocumentBuilderFactory;
import org.junit.jupiter.api.Test;
import org.shardingjdbc.cli.internal.draw.Palette;
import org.shardingjdbc.cli.internal.draw.TextWidth;
import org.shardingjdbc.cli.internal.nodes.NodeMap.Kind;
import org.shardingjdbc.cli.internal.nodes.NodeMap.Node;
import org.shardingjdbc.cli.internal.nodes.NodeMap.Source;
import org.shardingjdbc.cli.internal.nodes.NodeMap.Table;
import org.w3c.dom.Document;

class NodesDrawingTest {
    private static final NodeMap MAP = new NodeMap(
            List.of(new Source("ds_0", "H2", "jdbc:h2:mem:<a>"), new Source("ds_1", "H2", "jdbc:h2:mem:b")),
            List.of(
                    new Table(
                            "t_order",
                            Kind.SHARDED,
                            "user_id → data source",
                            List.of(
                                    new Node("ds_0", "t_order_0", 1000, null),
                                    new Node("ds_0", "t_order_1", 500, null),
                                    new Node("ds_1", "t_order_0", 1, null),
                                    new Node("ds_1", "t_order_1", NodeMap.NOT_COUNTED, "gone & away"))),
                    new Table(
                            "t_country",
                            Kind.BROADCAST,
                            "",
                            List.of(new Node("ds_0", "t_country", 4, null), new Node("ds_1", "t_country", 4, null)))));

    @Test
    void tablesStandBelowTheirDataSources() {
        assertThat(new NodesText(Palette.PLAIN, 100).draw(MAP))
                .containsExactly(
                        "  ds_0  H2                      ds_1  H2",
                        "  ───────────────────────────   ────────────────────────",
                        "t_order  sharded; user_id → data source",
                        "  t_order_0  1,000 ██████████   t_order_0  1 ▏",
                        "  t_order_1    500 █████        t_order_1  ?",
                        "t_country  broadcast; 4 rows",
                        "  t_country      4 ▏            t_country  4 ▏",
                        "? ds_1.t_order_1: gone & away");
    }

    @Test
    void whatDoesNotFitStandsBelow() {
        List<String> lines = new NodesText(Palette.PLAIN, 40).draw(MAP);
        assertThat(lines).allMatch(line -> TextWidth.of(line) <= 48);
        assertThat(lines.stream().filter(line -> line.startsWith("t_order"))).hasSize(2);
    }

    @Test
    void manyTablesOfADataSourceAreOneLine() {
        List<Node> nodes = new ArrayList<>();
        for (int i = 0; i < 64; i++) {
            nodes.add(new Node("ds_0", "t_" + i, 100 + i, null));
        }
        NodeMap map =
                new NodeMap(List.of(new Source("ds_0", "H2", "")), List.of(new Table("t", Kind.SHARDED, "", nodes)));
        assertThat(new NodesText(Palette.PLAIN, 100).draw(map))
                .anyMatch(line -> line.contains("t_0 .. t_63"))
                .anyMatch(line -> line.contains("64 tables") && line.contains("8,416 (100 to 163)"));
    }

    @Test
    void svgIsXmlWithABarForEachNode() throws Exception {
        String svg = NodesSvg.of(MAP);
        Document document = DocumentBuilderFactory.newInstance()
                .newDocumentBuilder()
                .parse(new ByteArrayInputStream(svg.getBytes(StandardCharsets.UTF_8)));
        assertThat(document.getDocumentElement().getNodeName()).isEqualTo("svg");
        assertThat(svg)
                .contains("jdbc:h2:mem:&lt;a&gt;")
                .contains("gone &amp; away")
                .contains(">1,000<");
    }

    @Test
    void urlsLoseWhatMayBeSecret() {
        assertThat(NodeReader.place("jdbc:mysql://u:p@db:3306/shop?password=x")).isEqualTo("jdbc:mysql://db:3306/shop");
        assertThat(NodeReader.place("jdbc:h2:mem:a;PASSWORD=x")).isEqualTo("jdbc:h2:mem:a");
        assertThat(NodeReader.place("jdbc:oracle:thin:u/p@db:1521/x")).isEmpty();
    }
}
