package org.shardingjdbc.proxy.internal.mysql;

import org.jspecify.annotations.Nullable;

/** The types of columns and parameters, by their numbers in packets. */
enum WireType {
    OLD_DECIMAL(0, Form.TEXT),
    TINY(1, Form.INTEGER),
    SHORT(2, Form.INTEGER),
    LONG(3, Form.INTEGER),
    FLOAT(4, Form.FLOATING),
    DOUBLE(5, Form.FLOATING),
    NULL(6, Form.TEXT),
    TIMESTAMP(7, Form.DATE_TIME),
    LONGLONG(8, Form.INTEGER),
    INT24(9, Form.INTEGER),
    DATE(10, Form.DATE),
    TIME(11, Form.TIME),
    DATETIME(12, Form.DATE_TIME),
    YEAR(13, Form.YEAR),
    VARCHAR(15, Form.TEXT),
    BIT(16, Form.BYTES),
    JSON(245, Form.TEXT),
    DECIMAL(246, Form.TEXT),
    ENUM(247, Form.TEXT),
    SET(248, Form.TEXT),
    TINY_BLOB(249, Form.TEXT),
    MEDIUM_BLOB(250, Form.TEXT),
    LONG_BLOB(251, Form.TEXT),
    BLOB(252, Form.TEXT),
    VAR_STRING(253, Form.TEXT),
    STRING(254, Form.TEXT),
    GEOMETRY(255, Form.BYTES);

    /** How a value stands in a row. */
    enum Form {
        INTEGER,
        FLOATING,
        DATE,
        DATE_TIME,
        TIME,
        YEAR,
        /** Characters, or bytes where the character set of the column is {@link ClientCharset#BINARY}. */
        TEXT,
        BYTES
    }

    private static final @Nullable WireType[] BY_NUMBER = new WireType[256];

    static {
        for (WireType type : values()) {
            BY_NUMBER[type.number] = type;
        }
    }

    private final int number;
    private final Form form;

    WireType(int number, Form form) {
        this.number = number;
        this.form = form;
    }

    int number() {
        return number;
    }

    Form form() {
        return form;
    }

    static @Nullable WireType of(int number) {
        return BY_NUMBER[number & 0xff];
    }
}
