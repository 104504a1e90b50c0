package org.shardingjdbc.benchmarks.report;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.io.IOException;
import java.io.StringReader;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import javax.xml.parsers.DocumentBuilderFactory;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.shardingjdbc.benchmarks.report.Figures.Key;
import org.w3c.dom.Element;
import org.w3c.dom.NodeList;
import org.xml.sax.InputSource;

class PagesTest {
    private final Environment environment = new Environment(Map.of("machine", "2 \"fast\" cores \\ 1"));
    private final Figures figures = new Figures();

    @TempDir
    private Path folder;

    @BeforeEach
    void measure() {
        add("STUB", Operation.POINT_REUSED, Figures.RAW, 50);
        add("STUB", Operation.POINT_REUSED, Figures.OURS, 100);
        add("STUB", Operation.POINT_REUSED, Figures.SHARDINGSPHERE, 5_000);
        add("H2", Operation.TOP_10, Figures.RAW, 50_000);
        add("H2", Operation.TOP_10, Figures.OURS, 40_000);
        add("H2", Operation.TOP_10, Figures.SHARDINGSPHERE, 25_000_000);
    }

    private void add(String backend, Operation operation, String contender, double nanos) {
        figures.add(new Key(backend, operation, contender), nanos, nanos / 2);
    }

    private static NodeList elements(Figures figures, String name) throws Exception {
        DocumentBuilderFactory factory = DocumentBuilderFactory.newInstance();
        factory.setNamespaceAware(true);
        return factory.newDocumentBuilder()
                .parse(new InputSource(new StringReader(RatioChart.svg(figures))))
                .getElementsByTagName(name);
    }

    @Test
    void chartHasADotForEachRatioWithinItsSize() throws Exception {
        Element svg = (Element) elements(figures, "svg").item(0);
        double width = Double.parseDouble(svg.getAttribute("width"));
        double height = Double.parseDouble(svg.getAttribute("height"));
        NodeList dots = elements(figures, "circle");
        assertThat(dots.getLength()).isEqualTo(2 + 4);
        for (int i = 0; i < dots.getLength(); i++) {
            Element dot = (Element) dots.item(i);
            assertThat(Double.parseDouble(dot.getAttribute("cx"))).isBetween(0.0, width);
            assertThat(Double.parseDouble(dot.getAttribute("cy"))).isBetween(0.0, height);
        }
    }

    @Test
    void equalFactorsAreEqualDistancesInTheChart() throws Exception {
        Figures others = new Figures();
        others.add(new Key("H2", Operation.JOIN, Figures.RAW), 1, 0);
        others.add(new Key("H2", Operation.JOIN, Figures.OURS), 10, 0);
        others.add(new Key("H2", Operation.JOIN, Figures.SHARDINGSPHERE), 100, 0);
        NodeList lines = elements(others, "line");
        Element one = (Element) lines.item(0);
        Element connection = (Element) lines.item(lines.getLength() - 1);
        double ofOne = Double.parseDouble(one.getAttribute("x1"));
        double ofTen = Double.parseDouble(connection.getAttribute("x1"));
        double ofHundred = Double.parseDouble(connection.getAttribute("x2"));
        assertThat(ofTen).isGreaterThan(ofOne);
        assertThat(ofHundred - ofTen).isCloseTo(ofTen - ofOne, within(0.2));
    }

    @Test
    void reportShowsTimesRatiosAndGoals() {
        String report = MarkdownReport.of(environment, figures, "ratios.svg", List.of("H2, x: failed"));
        assertThat(report)
                .contains("![Time as a multiple of sharding by hand](ratios.svg)")
                .contains("### Stub driver")
                .contains("| point SELECT, reused statement | 50 ns, 25 B | 100 ns, 50 B | 5.00 us, 2.44 KB | 2.00 |"
                        + " 50 ns, 25 B | 50.0 | reached: ours - raw ≤ 0.15 us; ")
                .contains(
                        "| ORDER BY LIMIT 10, 8 nodes | 50.0 us, 24.4 KB | 40.0 us, 19.5 KB | 25.0 ms, 11.9 MB | 0.80 |")
                .contains("- H2, x: failed");
        assertThat(report).doesNotContain("### Goals not reached").doesNotContain("NaN");
    }

    @Test
    void missedGoalsAreListedWithWhatWasMeasured() {
        add("H2", Operation.INSERT, Figures.RAW, 1_000);
        add("H2", Operation.INSERT, Figures.OURS, 2_000);
        assertThat(MarkdownReport.of(environment, figures, "ratios.svg", List.of()))
                .contains("### Goals not reached")
                .contains("| H2 | INSERT of one row | ours / raw ≤ 1.3 | 2.00 |");
    }

    @Test
    void resultsFileGivesBackWhatWasWritten() throws IOException {
        ResultsFile file = new ResultsFile(folder.resolve("results.json"));
        assertThat(file.read().isEmpty()).isTrue();
        file.write(environment, figures);
        assertThat(file.read().all()).isEqualTo(figures.all());
        assertThat(file.readEnvironment()).isEqualTo(environment);
    }

    @Test
    void numbersHaveThreeDigitsAndAUnit() {
        assertThat(Numbers.time(85)).isEqualTo("85 ns");
        assertThat(Numbers.time(1_500)).isEqualTo("1.50 us");
        assertThat(Numbers.time(999.9)).isEqualTo("1.00 us");
        assertThat(Numbers.time(2.4e9)).isEqualTo("2.40 s");
        assertThat(Numbers.time(-30)).isEqualTo("-30 ns");
        assertThat(Numbers.size(500)).isEqualTo("500 B");
        assertThat(Numbers.size(1_536)).isEqualTo("1.50 KB");
        assertThat(Numbers.ratio(0.984)).isEqualTo("0.98");
        assertThat(Numbers.ratio(17.34)).isEqualTo("17.3");
        assertThat(Numbers.ratio(2_345.6)).isEqualTo("2,346");
        assertThat(Numbers.ratio(Double.NaN)).isEmpty();
    }
}
