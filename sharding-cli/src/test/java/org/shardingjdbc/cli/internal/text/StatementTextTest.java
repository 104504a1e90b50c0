package org.shardingjdbc.cli.internal.text;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.shardingjdbc.dialect.internal.Dialects;

class StatementTextTest {
    @Test
    void semicolonsInTextsNamesAndCommentsEndNothing() {
        String text = "SELECT ';' /* ; */, \"a;b\" -- ;\n FROM t; SELECT $$;$$;\n SELECT 3";
        assertThat(StatementText.all(text, Dialects.POSTGRESQL))
                .extracting(StatementText::sql)
                .containsExactly("SELECT ';' /* ; */, \"a;b\" -- ;\n FROM t", "SELECT $$;$$", "SELECT 3");
    }

    @Test
    void backslashEscapesWhereTheDatabaseHasThem() {
        assertThat(StatementText.all("SELECT '\\'; SELECT 2;'", Dialects.MYSQL)).hasSize(1);
        assertThat(StatementText.all("SELECT '\\'; SELECT 2", Dialects.POSTGRESQL))
                .hasSize(2);
    }

    @Test
    void openTextsWait() {
        assertThat(StatementText.first("SELECT 'a;", Dialects.H2)).isNull();
        assertThat(StatementText.awaited("SELECT 'a;", Dialects.H2)).isEqualTo("'");
        assertThat(StatementText.awaited("SELECT /* a;", Dialects.H2)).isEqualTo("*/");
        assertThat(StatementText.awaited("SELECT 1", Dialects.H2)).isEqualTo(";");
    }

    @Test
    void backslashGEndsAStatementThatIsShownExpanded() {
        StatementText text = StatementText.first("SELECT 1\\G SELECT 2;", Dialects.MARIADB);
        assertThat(text.sql()).isEqualTo("SELECT 1");
        assertThat(text.expanded()).isTrue();
        assertThat(StatementText.all("SELECT 1\\g SELECT 2;", Dialects.POSTGRESQL))
                .extracting(StatementText::sql)
                .containsExactly("SELECT 1", "SELECT 2");
    }

    @Test
    void commentsAndBlanksAreNoStatements() {
        assertThat(StatementText.all(" ; -- nothing\n ;; /* x */ ", Dialects.H2))
                .isEmpty();
    }

    @Test
    void aTextThatComesInLinesIsCutAsAWhole() {
        String text = "SELECT 1; SELECT 'a;\nb' /* ;\n; */\n, 2;\n-- ;\n;\nSELECT 3\\G SELECT 4;\n"
                + "/*!40101 SELECT\n 5\n */;\nSELECT 6\nFROM t";
        StatementInput input = new StatementInput(Dialects.MARIADB);
        List<StatementText> statements = new ArrayList<>();
        text.lines().forEach(line -> statements.addAll(input.add(line + "\n")));
        statements.addAll(input.rest());
        assertThat(statements)
                .extracting(StatementText::sql)
                .containsExactly(
                        "SELECT 1",
                        "SELECT 'a;\nb' /* ;\n; */\n, 2",
                        "SELECT 3",
                        "SELECT 4",
                        "/*!40101 SELECT\n 5\n */",
                        "SELECT 6\nFROM t");
        assertThat(StatementText.all(text + "\n", Dialects.MARIADB)).isEqualTo(statements);
    }

    /** Of a dump, say; reading each line from the beginning would take minutes. */
    @Test
    @Timeout(300)
    void aLongTextIsReadOnce() {
        String row = "(1, '" + "x".repeat(60) + "')";
        String many = ("INSERT INTO t VALUES " + row + ";\n").repeat(50_000);
        assertThat(StatementText.all(many, Dialects.H2)).hasSize(50_000);
        StatementInput input = new StatementInput(Dialects.H2);
        assertThat(input.add("INSERT INTO t VALUES\n")).isEmpty();
        for (int i = 0; i < 20_000; i++) {
            assertThat(input.add(row + ",\n")).isEmpty();
        }
        assertThat(input.add(row + ";\n")).hasSize(1);
    }
}
