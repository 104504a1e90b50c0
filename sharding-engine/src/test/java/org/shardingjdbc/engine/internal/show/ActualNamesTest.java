package org.shardingjdbc.engine.internal.show;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.shardingjdbc.engine.internal.result.label.ShardResultNames;

class ActualNamesTest {
    @ParameterizedTest
    @CsvSource({
        "idx_user_t_order_0, t_order_0, t_order, idx_user",
        "IDX_USER_T_ORDER_0, T_ORDER_0, T_ORDER, IDX_USER",
        "t_order_0_pkey, t_order_0, t_order, t_order_pkey",
        "PRIMARY, t_order_0, t_order, PRIMARY",
        "t_order_0, t_order_0, t_order, t_order_0",
        "idx_t_order_1, t_order_0, t_order, idx_t_order_1",
    })
    void indexLosesWhatItsCreationAppended(String actual, String table, String logicTable, String logic) {
        assertThat(ShardResultNames.logicIndex(actual, table, logicTable)).isEqualTo(logic);
    }

    @ParameterizedTest
    @CsvSource({
        "T_ORDER_0, t_order, T_ORDER",
        "t_order_0, T_Order, t_order",
        "t_Order_0, T_Order, T_Order",
    })
    void logicNameTakesTheCaseOfTheActualOne(String actual, String configured, String logic) {
        assertThat(ShardResultNames.inCaseOf(actual, configured)).isEqualTo(logic);
    }

    @ParameterizedTest
    @CsvSource({
        "t_order, t_order, true",
        "txorder, t_order, true",
        "txorder, t\\_order, false",
        "t_order, t\\_order, true",
        "t_order, %, true",
        "t_order, t%r, true",
        "t_order, t%d, false",
        "t_order, T_ORDER, false",
        "'', %, true",
        "a%b, a\\%b, true",
        "axb, a\\%b, false",
    })
    void patternsMatchAsJdbcSays(String name, String pattern, boolean matches) {
        assertThat(MetadataRows.matches(name, pattern, "\\")).isEqualTo(matches);
    }

    @Test
    void literalPatternMatchesItsNameOnly() {
        String pattern = MetadataRows.literal("t_order%\\x", "\\");

        assertThat(MetadataRows.matches("t_order%\\x", pattern, "\\")).isTrue();
        assertThat(MetadataRows.matches("txorder%\\x", pattern, "\\")).isFalse();
    }
}
