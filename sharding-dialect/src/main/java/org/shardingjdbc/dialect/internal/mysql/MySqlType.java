package org.shardingjdbc.dialect.internal.mysql;

import java.util.Locale;
import java.util.Set;

/**
 * How values of MySQL's and MariaDB's types are read, so that none is lost, by the name that a driver gives the type.
 * The JDBC type and the class do not tell: by the driver's settings a TINYINT(1) is a BIT or a BOOLEAN, and a YEAR a
 * date.
 */
enum MySqlType {
    /** A BIT, or a TINYINT(1) that the driver calls so: its number, which is the same as its bits. */
    BIT,
    /** Its number, of which 0 is 0000. */
    YEAR,
    /** Whole numbers that fit a long. */
    WHOLE,
    /** Decimals, and whole numbers that fit no long. */
    DECIMAL,
    FLOAT,
    DOUBLE,
    /** Bytes, and the bytes of a geometry. */
    BINARY,
    /** Its text; of MySQL's driver by {@link MySqlCarrier#TIME}. */
    TIME,
    /** Dates too: their text is exact, zero dates and all. */
    TEXT;

    private static final Set<String> BINARY_NAMES = Set.of(
            "BINARY",
            "VARBINARY",
            "TINYBLOB",
            "BLOB",
            "MEDIUMBLOB",
            "LONGBLOB",
            "GEOMETRY",
            "POINT",
            "LINESTRING",
            "POLYGON",
            "MULTIPOINT",
            "MULTILINESTRING",
            "MULTIPOLYGON",
            "GEOMETRYCOLLECTION",
            "GEOMCOLLECTION",
            "VECTOR");

    /** @param typeName as {@link java.sql.ResultSetMetaData#getColumnTypeName} says */
    static MySqlType of(String typeName) {
        String name = typeName.toUpperCase(Locale.ROOT);
        if (BINARY_NAMES.contains(name)) {
            return BINARY;
        }
        if (name.startsWith("BIT")) {
            return BIT;
        }
        if (name.startsWith("DECIMAL") || name.startsWith("BIGINT") && name.contains("UNSIGNED")) {
            return DECIMAL;
        }
        if (name.startsWith("FLOAT")) {
            return FLOAT;
        }
        if (name.startsWith("DOUBLE")) {
            return DOUBLE;
        }
        if (name.equals("YEAR")) {
            return YEAR;
        }
        if (name.equals("TIME")) {
            return TIME;
        }
        boolean whole = name.startsWith("BOOL") || name.contains("INT") && !name.equals("POINT");
        return whole ? WHOLE : TEXT;
    }
}
