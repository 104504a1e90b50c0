package org.shardingjdbc.dialect.internal.mysql;

/**
 * As MariaDB's, but that a BIT, or a TINYINT(1) that the driver calls so, is a number, whichever object the driver
 * makes of it. (Of a computed BIT the server sends the digits, which the driver takes for the number's bytes: they are
 * in order too.)
 */
final class MySqlTypes extends MariaDbTypes {
    @Override
    public Bits bits() {
        return Bits.NUMBER;
    }
}
