package org.shardingjdbc.proxy.internal.postgresql;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.ByteBuffer;
import java.sql.SQLException;
import java.util.Arrays;
import java.util.HexFormat;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class ValueFormsTest {
    /** The bytes are worked out from how PostgreSQL lays out each type; none was captured from a server. */
    @ParameterizedTest
    @CsvSource(
            delimiter = ';',
            value = {
                "bool;t;01",
                "int2;-2;fffe",
                "int4;305419896;12345678",
                "int8;-1;ffffffffffffffff",
                "float4;1.5;3fc00000",
                "float8;-2.0;c000000000000000",
                "numeric;0;0000000000000000",
                "numeric;0.00;0000000000000002",
                "numeric;-12345.678;0003000140000003000109291a7c",
                "numeric;10000;00010001000000000001",
                "numeric;0.0001;0001ffff000000040001",
                "numeric;NaN;00000000c0000000",
                "numeric;-Infinity;00000000f0000000",
                "uuid;a0eebc99-9c0b-4ef8-bb6d-6bb9bd380a11;a0eebc999c0b4ef8bb6d6bb9bd380a11",
                "date;2000-01-02;00000001",
                "date;1999-12-31;ffffffff",
                "date;infinity;7fffffff",
                "date;0001-12-31 BC;fff4dbf8",
                "time;00:00:01;00000000000f4240",
                "time;24:00:00;000000141dd76000",
                "timestamp;2000-01-01 00:00:00.000001;0000000000000001",
                "timestamp;1999-12-31 23:59:59.5;fffffffffff85ee0",
                "timestamp;-infinity;8000000000000000",
                "timestamptz;2000-01-01 00:00:00+00;0000000000000000",
                "timetz;00:00:01+00:00:00;00000000000f424000000000",
                "timetz;00:00:00-05:30:00;000000000000000000004d58",
                "interval;14 mons 3 days -00:00:01;fffffffffff0bdc0000000030000000e",
                "jsonb;{\"a\": 1};017b2261223a20317d",
                "json;{};7b7d",
                "bit;10101;00000005a8",
                "varbit;110110110;00000009db00",
                "inet;10.0.0.1;022000040a000001",
                "inet;10.0.0.0/8;020800040a000000",
                "cidr;10.0.0.0/8;020801040a000000",
                "macaddr;08:00:2b:01:02:03;08002b010203",
                "bytea;\\xdeadbeef;deadbeef",
                "_int4;{};000000000000000000000017",
                "_int4;[0:1]={\"5\",\"6\"};0000000100000000000000170000000200000000000000040000000500000004"
                        + "00000006",
                "_text;{\"a\\\"b\",NULL};00000001000000010000001900000002000000010000000361226" + "2ffffffff",
            })
    void formsAreThoseOfTheServer(String type, String text, String hex) throws SQLException {
        TypeId id = TypeId.ofColumn(type);
        assertThat(HexFormat.of().formatHex(ValueForms.fromText(id.oid(), text)))
                .isEqualTo(hex);
        String back = ValueForms.toText(id.oid(), HexFormat.of().parseHex(hex));
        assertThat(ValueForms.fromText(id.oid(), back)).isEqualTo(HexFormat.of().parseHex(hex));
        if (!type.equals("interval")) {
            assertThat(back).isEqualTo(text);
        }
    }

    @Test
    void typesWithoutAKnownFormAreRefusedByName() {
        assertThatThrownBy(() -> ValueForms.fromText(3904, "[1,2)"))
                .isInstanceOf(SQLException.class)
                .hasMessageContaining("int4range");
        assertThatThrownBy(() -> ValueForms.toText(2249, new byte[4]))
                .isInstanceOf(SQLException.class)
                .hasMessageContaining("record");
    }

    /** The sizes of an array are a few bytes, and its braces would be as many as their product. */
    @Test
    void sizesOfArraysAreNoMoreThanTheirElements() throws SQLException {
        assertThat(ValueForms.toText(1007, array(1000, 1000, 1000, 0))).isEqualTo("{}");
        assertThat(ValueForms.toText(1007, array(0))).isEqualTo("{}");
        for (byte[] each : new byte[][] {array(10, 10, 10, 10), array(65536, 65536), array(3, 1)}) {
            assertThatThrownBy(() -> ValueForms.toText(1007, each))
                    .isInstanceOf(SQLException.class)
                    .hasMessageContaining("_int4");
        }
    }

    /** As its beginning says, and two NULLs as its elements. */
    private static byte[] array(int... sizes) {
        ByteBuffer bytes = ByteBuffer.allocate(12 + sizes.length * 8 + 8);
        boolean empty = Arrays.stream(sizes).anyMatch(each -> each == 0);
        bytes.putInt(sizes.length).putInt(1).putInt(23);
        for (int each : sizes) {
            bytes.putInt(each).putInt(1);
        }
        return empty
                ? Arrays.copyOf(bytes.array(), bytes.position())
                : bytes.putInt(-1).putInt(-1).array();
    }

    /** Whatever a client sends, it is a value or an error for it. */
    @Test
    void anyBytesAreAValueOrAnError() {
        Random random = new Random(11);
        int[] types = {
            16, 17, 20, 21, 23, 25, 700, 701, 1082, 1083, 1114, 1184, 1186, 1266, 1560, 1562, 1700, 2950, 3802, 869,
            650, 829, 600, 1007, 1009, 1231, 0
        };
        int values = 0;
        for (int i = 0; i < 50_000; i++) {
            byte[] bytes = new byte[random.nextInt(28)];
            random.nextBytes(bytes);
            if (bytes.length > 3 && random.nextBoolean()) {
                bytes[0] = 0;
                bytes[1] = 0;
                bytes[2] = 0;
            }
            try {
                ParameterValue.of(bytes, types[i % types.length], true, true);
                values++;
            } catch (SQLException e) {
                assertThat(e.getSQLState()).isIn("22P03", "22021", "HYC00", "22P02", "22003");
            }
        }
        assertThat(values).isPositive();
    }
}
