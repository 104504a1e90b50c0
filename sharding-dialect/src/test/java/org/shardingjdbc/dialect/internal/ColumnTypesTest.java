package org.shardingjdbc.dialect.internal;

import static org.assertj.core.api.Assertions.assertThat;

import java.sql.Types;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.shardingjdbc.dialect.internal.ColumnTypes.UnitedValues;

class ColumnTypesTest {
    @ParameterizedTest
    @CsvSource({
        "H2, tinyint, NUMBERS",
        "H2, integer, NUMBERS",
        "H2, decfloat, OTHERS",
        "H2, timestamp, TIMES",
        "H2, timestamp with time zone, OTHERS",
        "H2, character varying, TEXTS",
        "H2, character, OTHERS",
        "H2, char, OTHERS",
        "H2, int8, OTHERS",
        "POSTGRESQL, int8, NUMBERS",
        "POSTGRESQL, numeric, NUMBERS",
        "POSTGRESQL, float8, LEFT",
        "POSTGRESQL, timestamptz, TIMES",
        "POSTGRESQL, xml, OTHERS",
        "POSTGRESQL, varchar, TEXTS",
        "POSTGRESQL, bpchar, LEFT",
        "POSTGRESQL, text, LEFT",
        "MYSQL, bigint unsigned, NUMBERS",
        "MYSQL, double, OTHERS",
        "MYSQL, datetime, TIMES",
        "MYSQL, char, TEXTS",
        "MYSQL, enum, OTHERS",
        "MARIADB, mediumint, NUMBERS",
        "MARIADB, text, OTHERS",
        "SQL92, tinyint, OTHERS",
        "SQL92, bigint, NUMBERS"
    })
    void unionsLeaveWhatTheDatabaseLeaves(String dialect, String typeName, UnitedValues values) {
        assertThat(Dialects.named(dialect).types().inUnions(Types.OTHER, typeName))
                .isEqualTo(values);
    }

    @Test
    void aTinyintOfOneDigitIsATruth() {
        assertThat(Dialects.MYSQL.types().inUnions(Types.BIT, "tinyint")).isEqualTo(UnitedValues.OTHERS);
        assertThat(Dialects.MARIADB.types().inUnions(Types.BOOLEAN, "tinyint")).isEqualTo(UnitedValues.OTHERS);
        assertThat(Dialects.MYSQL.types().inUnions(Types.TINYINT, "tinyint")).isEqualTo(UnitedValues.NUMBERS);
    }
}
