package org.shardingjdbc.plan.internal.template;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.charset.StandardCharsets;
import org.junit.jupiter.api.Test;
import org.shardingjdbc.dialect.internal.Dialects;

class NameQuotingTest {
    private final NameQuoting h2 = new NameQuoting(Dialects.H2);
    private final NameQuoting mySql = new NameQuoting(Dialects.MYSQL);
    private final NameQuoting postgreSql = new NameQuoting(Dialects.POSTGRESQL);

    @Test
    void anUnquotedNameBecomesTheConfiguredActualName() {
        assertThat(h2.table("T_ORDER", (char) 0, "t_order", "t_order_3")).isEqualTo("t_order_3");
    }

    @Test
    void anActualNameThatIsNoPlainIdentifierIsQuoted() {
        assertThat(mySql.table("t_order", (char) 0, "t_order", "t_order-3")).isEqualTo("`t_order-3`");
        assertThat(postgreSql.table("t_order", (char) 0, "t_order", "3_order")).isEqualTo("\"3_order\"");
    }

    @Test
    void aQuotedNameKeepsItsQuotesAndItsCase() {
        assertThat(h2.table("T_ORDER", '"', "t_order", "t_order_3")).isEqualTo("\"T_ORDER_3\"");
        assertThat(postgreSql.table("t_order", '"', "t_order", "t_order_3")).isEqualTo("\"t_order_3\"");
        assertThat(postgreSql.table("T_Order", '"', "T_Order", "T_Order_3")).isEqualTo("\"T_Order_3\"");
        assertThat(mySql.table("T_ORDER", '`', "t_order", "t_order_3")).isEqualTo("`t_order_3`");
    }

    @Test
    void anObjectIsNamedAfterItsActualTable() {
        assertThat(postgreSql.derived("idx_status", (char) 0, "t_order", "t_order_3"))
                .isEqualTo("idx_status_t_order_3");
        assertThat(h2.derived("IDX", '"', "t_order", "t_order_3")).isEqualTo("\"IDX_T_ORDER_3\"");
    }

    @Test
    void anObjectOfATableThatKeepsItsNameKeepsItsOwn() {
        assertThat(postgreSql.derived("idx_status", (char) 0, "t_order", "T_ORDER"))
                .isEqualTo("idx_status");
    }

    @Test
    void aLongNameIsShortenedTheSameWayEachTimeAndDiffersFromItsNeighbours() {
        String first = postgreSql.derived("i".repeat(60), (char) 0, "t_order", "t_order_0");
        String second = postgreSql.derived("i".repeat(60), (char) 0, "t_order", "t_order_1");
        assertThat(first).hasSize(63).isNotEqualTo(second);
        assertThat(first).isEqualTo(postgreSql.derived("i".repeat(60), (char) 0, "t_order", "t_order_0"));
    }

    @Test
    void aLongNameIsMeasuredInBytesAndNotCutWithinACharacter() {
        String name = postgreSql.bounded("ü\uD83D\uDE00".repeat(20));
        assertThat(name.getBytes(StandardCharsets.UTF_8)).hasSizeLessThanOrEqualTo(63);
        assertThat(new String(name.getBytes(StandardCharsets.UTF_8), StandardCharsets.UTF_8))
                .isEqualTo(name);
    }

    @Test
    void aStoredColumnIsQuotedOnlyWhereItMustBe() {
        assertThat(h2.column("USER_ID")).isEqualTo("USER_ID");
        assertThat(h2.column("user_id")).isEqualTo("\"user_id\"");
        assertThat(postgreSql.column("user_id")).isEqualTo("user_id");
        assertThat(postgreSql.column("UserId")).isEqualTo("\"UserId\"");
        assertThat(mySql.column("UserId")).isEqualTo("UserId");
    }
}
