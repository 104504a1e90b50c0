package org.shardingjdbc.dialect.internal;

import static org.assertj.core.api.Assertions.assertThat;

import java.sql.SQLException;
import java.sql.Types;
import org.junit.jupiter.api.Test;
import org.shardingjdbc.dialect.DeclaredType;

class SortKeyTypeTest {
    private static SortKeyType text(String collation, int length) {
        return Dialects.MYSQL.sorting().of(new DeclaredType(Types.VARCHAR, "varchar", length, collation));
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
        SortKeyType type = Dialects.POSTGRESQL.sorting().of(new DeclaredType(Types.OTHER, "inet", 0, null));
        assertThat(type.order()).isNull();
        assertThat(type.equality()).isNull();
    }

    @Test
    void unitesTypesOnlyWhereTheResultComparesAlike() {
        SortKeyType one = Dialects.POSTGRESQL.sorting().of(new DeclaredType(Types.CHAR, "bpchar", 4, "C"));
        SortKeyType other = Dialects.POSTGRESQL.sorting().of(new DeclaredType(Types.VARCHAR, "varchar", 4, "C"));
        assertThat(SortKeyType.united(one, one)).isEqualTo(one);
        assertThat(SortKeyType.united(one, other).equality()).isNull();
        assertThat(SortKeyType.united(other, SortKeyType.EQUAL_TEXT).equality()).isEqualTo(ValueOrder.EQUALITY_ONLY);
        assertThat(SortKeyType.united(other, SortKeyType.EQUAL_TEXT).order()).isNull();
    }

    @Test
    void errorsOfCollationsThatDoNotMixAreKnown() {
        SQLException error = new SQLException("Illegal mix of collations", "HY000", 1267);
        assertThat(Dialects.MYSQL.sorting().foundNoCollation(error)).isTrue();
        assertThat(Dialects.MARIADB.sorting().foundNoCollation(error)).isTrue();
        assertThat(Dialects.MARIADB.sorting().foundNoCollation(new SQLException("no such table", "42S02", 1146)))
                .isFalse();
        assertThat(Dialects.POSTGRESQL.sorting().foundNoCollation(error)).isFalse();
    }
}
