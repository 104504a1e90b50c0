package org.shardingjdbc.dialect.internal.mysql;

import org.shardingjdbc.dialect.internal.Hashing;

/** Operations on bits make numbers without a sign, of whatever number. */
final class MySqlHashing implements Hashing {
    @Override
    public String xor(String left, String right) {
        return "(" + left + " ^ " + right + ")";
    }

    @Override
    public String wholeNumber(String number) {
        return "CAST(" + number + " AS UNSIGNED)";
    }

    @Override
    public String md5(String text) {
        return "CAST(CONV(LEFT(MD5(CONVERT(" + text + " USING utf8mb4)), 8), 16, 10) AS UNSIGNED)";
    }

    @Override
    public String uuidText(String uuid) {
        return "LOWER(CAST(" + uuid + " AS CHAR))";
    }

    @Override
    public String hexadecimal(String bytes) {
        return "LOWER(HEX(" + bytes + "))";
    }
}
