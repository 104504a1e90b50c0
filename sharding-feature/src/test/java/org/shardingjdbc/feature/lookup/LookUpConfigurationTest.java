package org.shardingjdbc.feature.lookup;

import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.ByteArrayInputStream;
import java.nio.charset.StandardCharsets;
import org.junit.jupiter.api.Test;
import org.shardingjdbc.jdbc.ShardingDataSourceFactory;

/** All mistakes of a {@code !LOOKUP} are told at once, each with its place and what to do. */
class LookUpConfigurationTest {
    private static final String DATA_SOURCES = "dataSources:\n  ds_0:\n    url: jdbc:h2:mem:look_up_configuration_0\n"
            + "  ds_1:\n    url: jdbc:h2:mem:look_up_configuration_1\n";

    private static void assertMistakes(String lookUps, String... mistakes) {
        String yaml = DATA_SOURCES
                + LookUpFixture.SHARDING
                + "- !BROADCAST\n  tables: [t_everywhere]\n- !LOOKUP\n  tables:\n"
                + lookUps;
        var refused = assertThatThrownBy(() ->
                ShardingDataSourceFactory.create(new ByteArrayInputStream(yaml.getBytes(StandardCharsets.UTF_8))));
        refused.hasMessageContaining(mistakes.length == 1 ? "a mistake" : mistakes.length + " mistakes");
        for (String mistake : mistakes) {
            refused.hasMessageContaining(mistake);
        }
    }

    @Test
    void keysThatAreMissingOrWrong() {
        assertMistakes(
                """
                    t_order:
                      lookups:
                        by_no: {unique: true, table: t_order_by_no}
                        by_buyer: {columns: [buyer], table: t_order_by_buyer}
                        by_mail: {columns: [mail], unique: true}
                """,
                "key 'columns' is missing: the columns by which rows are looked up"
                        + " (rules[2].tables.t_order.lookups.by_no)",
                "key 'primaryKey' is missing: it tells rows with the same values apart; or write unique: true"
                        + " where there are none (rules[2].tables.t_order.lookups.by_buyer)",
                "key 'table' is missing (rules[2].tables.t_order.lookups.by_mail)");
        assertMistakes("""
                    t_order:
                      lookups:
                        by_no: {columns: [order_no], uniqe: true, table: t_order_by_no, primaryKey: [id]}
                """, "unknown key 'uniqe' under rules[2].tables.t_order.lookups.by_no; did you mean 'unique'?");
    }

    @Test
    void tablesWhoseRowsNoLookUpTells() {
        assertMistakes(
                """
                    t_oder:
                      lookups:
                        by_no: {columns: [order_no], unique: true, table: t_order_by_no}
                    t_everywhere:
                      lookups:
                        by_buyer: {columns: [buyer], unique: true, table: t_order_by_buyer}
                """,
                "no rule places table 't_oder'; only rows of a sharded table are looked up (rules[2].tables.t_oder)",
                "table 't_everywhere' has no sharding column that a look-up could tell; leave its look-ups out"
                        + " (rules[2].tables.t_everywhere)");
    }

    @Test
    void columnsThatNeedNoLookUp() {
        assertMistakes(
                """
                    t_order:
                      lookups:
                        by_no: {columns: [order_no, ORDER_NO], unique: true, table: t_order_by_no}
                        by_buyer: {columns: [buyer], primaryKey: [id], table: t_order_by_buyer, covering: [Buyer]}
                """,
                "column 'ORDER_NO' is there twice (rules[2].tables.t_order.lookups.by_no.columns)",
                "'Buyer' is a looked-up column, which entries have anyway; leave it out"
                        + " (rules[2].tables.t_order.lookups.by_buyer.covering)");
        assertMistakes(
                """
                    t_order:
                      lookups:
                        by_user: {columns: [order_no, USER_ID], unique: true, table: t_order_by_no}
                """,
                "'user_id' is a sharding column of table 't_order', which tells by itself where rows are; leave the"
                        + " look-up out (rules[2].tables.t_order.lookups.by_user.columns)");
    }

    @Test
    void tablesThatCannotHoldEntries() {
        assertMistakes(
                """
                    t_order:
                      lookups:
                        by_no: {columns: [order_no], unique: true, table: t_nowhere}
                        by_item: {columns: [item], unique: true, table: t_item}
                        by_name: {columns: [name], unique: true, table: t_order}
                """,
                "no rule places table 't_nowhere'; shard it by order_no, or make it a broadcast table"
                        + " (rules[2].tables.t_order.lookups.by_no.table)",
                "table 't_item' is not sharded by the looked-up columns, so that its entries would be looked for on all"
                        + " of its data nodes; shard it by item (rules[2].tables.t_order.lookups.by_item.table)",
                "the entries need a table of their own, not 't_order' itself"
                        + " (rules[2].tables.t_order.lookups.by_name.table)");
        assertMistakes(
                """
                    t_order:
                      lookups:
                        by_no: {columns: [order_no], unique: true, table: t_order_by_no}
                        again: {columns: [order_no], unique: true, table: T_ORDER_BY_NO}
                """,
                "table 'T_ORDER_BY_NO' has the entries of the look-up at"
                        + " rules[2].tables.t_order.lookups.by_no.table already; give each look-up a table of its own"
                        + " (rules[2].tables.t_order.lookups.again.table)");
        assertMistakes("""
                    t_order:
                      lookups:
                        by_no: {columns: [order_no], unique: true, table: t_order_by_no}
                    t_order_by_no:
                      lookups:
                        by_buyer: {columns: [buyer], unique: true, table: t_order_by_buyer}
                """, "table 't_order_by_no' has the entries of the look-up at");
    }
}
