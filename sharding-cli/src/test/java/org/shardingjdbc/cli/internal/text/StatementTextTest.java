package org.shardingjdbc.cli.internal.text;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.shardingjdbc.dialect.Dialects;

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
}
