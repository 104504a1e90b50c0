package org.shardingjdbc.dialect.internal.postgresql;

import org.shardingjdbc.dialect.internal.Hashing;

/** Digits become a number by way of bits; seconds come with their fraction. */
final class PostgreSqlHashing implements Hashing {
    @Override
    public String xor(String left, String right) {
        return "(" + left + " # " + right + ")";
    }

    @Override
    public String wholeNumber(String number) {
        return "CAST(" + number + " AS bigint)";
    }

    @Override
    public String md5(String text) {
        return "CAST(CAST('x' || SUBSTR(MD5(CONVERT_TO(CAST(" + text
                + " AS text), 'UTF8')), 1, 8) AS bit(32)) AS bigint)";
    }

    @Override
    public String uuidText(String uuid) {
        return "CAST(" + uuid + " AS text)";
    }

    @Override
    public String hexadecimal(String bytes) {
        return "ENCODE(" + bytes + ", 'hex')";
    }

    @Override
    public String microseconds(String time) {
        return "CAST(EXTRACT(MICROSECONDS FROM " + time + ") AS bigint)";
    }
}
