package org.shardingjdbc.transaction.xa.isolation;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import javax.sql.DataSource;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.shardingjdbc.jdbc.ShardingDataSource;
import org.shardingjdbc.jdbc.config.TransactionConfiguration;
import org.shardingjdbc.testkit.DatabaseKind;
import org.shardingjdbc.testkit.TestServer;
import org.shardingjdbc.testkit.isolation.Anomaly;
import org.shardingjdbc.testkit.isolation.IsolationProbe;
import org.shardingjdbc.testkit.isolation.IsolationRows;
import org.shardingjdbc.transaction.xa.XaAccounts;
import org.shardingjdbc.transaction.xa.XaProvider;

/**
 * The tables of docs/isolation.md are what happens here; {@code -Disolation.write=true} writes them anew. A cell says
 * which transactions let the anomaly happen: those within one data source, those over two.
 */
class IsolationTest {
    private static final Path PAGE = Path.of("..", "..", "docs", "isolation.md");
    private static final boolean WRITE = Boolean.getBoolean("isolation.write");
    private static final IsolationRows IN_ONE = new IsolationRows(0, 2, 4, 6);
    private static final IsolationRows OVER_TWO = new IsolationRows(0, 1, 4, 5);

    private static final Map<String, Integer> LEVELS = new LinkedHashMap<>();

    static {
        LEVELS.put("READ COMMITTED", Connection.TRANSACTION_READ_COMMITTED);
        LEVELS.put("REPEATABLE READ", Connection.TRANSACTION_REPEATABLE_READ);
        LEVELS.put("SERIALIZABLE", Connection.TRANSACTION_SERIALIZABLE);
    }

    /** Those of {@code isolation.kinds}; without it, not MySQL: it does what MariaDB does, and costs half a minute. */
    static Stream<DatabaseKind> kinds() {
        return Stream.of(System.getProperty("isolation.kinds", "H2,POSTGRESQL,MARIADB")
                        .split(","))
                .map(DatabaseKind::valueOf);
    }

    @TempDir
    private Path logs;

    @ParameterizedTest
    @MethodSource("kinds")
    void thePageSaysWhatHappens(DatabaseKind kind) throws SQLException, IOException {
        // skipped where there is none
        TestServer.of(kind);
        List<String> lines = new ArrayList<>();
        lines.add("| type, level | " + String.join(" | ", symbols()) + " |");
        lines.add("| --- |" + " --- |".repeat(Anomaly.values().length));
        lines.addAll(lines("LOCAL", kind, TransactionConfiguration.LOCAL));
        lines.addAll(lines("XA", kind, XaProvider.ATOMIKOS.configuration(logs)));
        String begin = "<!-- " + kind.title() + ": written by IsolationTest -->\n";
        String end = "\n<!-- end of " + kind.title() + " -->";
        String page = Files.readString(PAGE);
        int from = page.indexOf(begin) + begin.length();
        int to = page.indexOf(end);
        String table = String.join("\n", lines);
        if (WRITE) {
            Files.writeString(PAGE, page.substring(0, from) + table + page.substring(to));
        }
        assertThat(table).isEqualTo(WRITE ? table : page.substring(from, to));
    }

    private static List<String> symbols() {
        return Stream.of(Anomaly.values()).map(Anomaly::symbol).toList();
    }

    private static List<String> lines(String type, DatabaseKind kind, TransactionConfiguration transactions)
            throws SQLException {
        List<String> lines = new ArrayList<>();
        try (ShardingDataSource dataSource = XaAccounts.create(kind, transactions)) {
            List<DataSource> databases =
                    new ArrayList<>(dataSource.dataSources().values());
            IsolationProbe probe =
                    new IsolationProbe(dataSource, kind, kind == DatabaseKind.H2 ? databases : databases.subList(0, 1));
            for (Map.Entry<String, Integer> level : LEVELS.entrySet()) {
                StringBuilder line = new StringBuilder("| " + type + ", " + level.getKey());
                for (Anomaly anomaly : Anomaly.values()) {
                    line.append(" | ").append(cell(probe, anomaly, level.getValue()));
                }
                lines.add(line.append(" |").toString());
            }
        }
        return lines;
    }

    /** Higher levels are not for what the lowest one excludes already. */
    private static String cell(IsolationProbe probe, Anomaly anomaly, int isolation) throws SQLException {
        if (isolation != Connection.TRANSACTION_READ_COMMITTED
                && !Anomaly.aboveReadCommitted().contains(anomaly)) {
            return "";
        }
        boolean inOne = probe.happens(anomaly, isolation, IN_ONE);
        boolean overTwo = probe.happens(anomaly, isolation, OVER_TWO);
        if (inOne && overTwo) {
            return "both";
        }
        return inOne ? "one" : overTwo ? "**two**" : "-";
    }
}
