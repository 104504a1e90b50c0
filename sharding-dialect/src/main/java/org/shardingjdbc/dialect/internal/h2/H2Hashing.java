package org.shardingjdbc.dialect.internal.h2;

import org.shardingjdbc.dialect.internal.Hashing;

/** Bits have functions; eight bytes are a number. */
final class H2Hashing implements Hashing {
    @Override
    public String bits(String number, int from, int count) {
        String shifted = from == 0 ? number : "RSHIFT(" + number + ", " + from + ")";
        return "BITAND(" + shifted + ", " + ((1L << count) - 1) + ")";
    }

    @Override
    public String xor(String left, String right) {
        return "BITXOR(" + left + ", " + right + ")";
    }

    @Override
    public String wholeNumber(String number) {
        return "CAST(" + number + " AS BIGINT)";
    }

    @Override
    public String md5(String text) {
        return "CAST(X'00000000' || SUBSTRING(HASH('MD5', STRINGTOUTF8(" + text + ")) FROM 1 FOR 4) AS BIGINT)";
    }

    @Override
    public String uuidText(String uuid) {
        return "CAST(" + uuid + " AS VARCHAR)";
    }

    @Override
    public String hexadecimal(String bytes) {
        return "LOWER(RAWTOHEX(" + bytes + "))";
    }
}
