package org.shardingjdbc.plan.internal.key;

import static org.assertj.core.api.Assertions.assertThat;

import java.sql.Types;
import org.junit.jupiter.api.Test;
import org.shardingjdbc.dialect.Dialects;
import org.shardingjdbc.merge.internal.value.ValueOrder;
import org.shardingjdbc.rule.schema.ColumnSchema;

class SortKeyTypeTest {
    private static SortKeyType text(String collation, int length) {
        ColumnSchema schema = new ColumnSchema("c", Types.VARCHAR, "VARCHAR", length, 0, true, false, collation);
        return SortKeyType.of(schema, Dialects.MYSQL);
    }

    /** In latin1 the euro sign is 0x80 and sorts before letters whose code points are smaller than its own. */
    @Test
    void binaryCollationsAreCodePointsOnlyInUnicode() {
        assertThat(text("utf8mb4_bin", 9).order()).isEqualTo(ValueOrder.CODE_POINTS_PADDED);
        assertThat(text("latin1_bin", 9).order()).isEqualTo(ValueOrder.WEIGHTS_PADDED);
    }

    /** MySQL and MariaDB sort by the first 1024 bytes. */
    @Test
    void longTextsAreSortedByTheirBeginning() {
        assertThat(text("utf8mb4_general_ci", 256).sortsGroups()).isTrue();
        assertThat(text("utf8mb4_general_ci", 257).sortsGroups()).isFalse();
        assertThat(text("utf8mb4_bin", 257).sortsGroups()).isFalse();
        assertThat(text("latin1_swedish_ci", 1024).sortsGroups()).isTrue();
        assertThat(text("utf8mb4_0900_ai_ci", 4000).sortsGroups()).isTrue();
    }

    @Test
    void aTypeThatIsNotKnownIsNeverCompared() {
        ColumnSchema schema = new ColumnSchema("c", Types.OTHER, "inet", 0, 0, true, false, null);
        assertThat(SortKeyType.of(schema, Dialects.POSTGRESQL).order()).isNull();
        assertThat(SortKeyType.of(schema, Dialects.POSTGRESQL).equality()).isNull();
    }

    @Test
    void unitesTypesOnlyWhereTheResultComparesAlike() {
        ColumnSchema padded = new ColumnSchema("c", Types.CHAR, "bpchar", 4, 0, true, false, "C");
        ColumnSchema plain = new ColumnSchema("c", Types.VARCHAR, "varchar", 4, 0, true, false, "C");
        SortKeyType one = SortKeyType.of(padded, Dialects.POSTGRESQL);
        SortKeyType other = SortKeyType.of(plain, Dialects.POSTGRESQL);
        assertThat(SortKeyType.united(one, one)).isEqualTo(one);
        assertThat(SortKeyType.united(one, other).equality()).isNull();
        assertThat(SortKeyType.united(other, SortKeyType.EQUAL_TEXT).equality()).isEqualTo(ValueOrder.EQUALITY_ONLY);
        assertThat(SortKeyType.united(other, SortKeyType.EQUAL_TEXT).order()).isNull();
    }
}
