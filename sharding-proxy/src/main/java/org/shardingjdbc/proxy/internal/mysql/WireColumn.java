package org.shardingjdbc.proxy.internal.mysql;

import java.nio.charset.Charset;
import org.shardingjdbc.proxy.internal.server.ClientGone;

/**
 * A column as the protocol describes it.
 *
 * @param schema the logic database of its table; empty for what is computed
 * @param table by the name that the statement has for it; empty for what is computed
 * @param realTable the logic table; empty for what is computed
 * @param label by which the client finds it
 * @param name in its table
 * @param collation a number; {@link ClientCharset#BINARY} for what is no text
 * @param length in bytes, as it is shown
 * @param flags of this class
 * @param decimals of the type; {@link #NOT_FIXED} for floating numbers of no fixed scale
 */
record WireColumn(
        String schema,
        String table,
        String realTable,
        String label,
        String name,
        WireType type,
        int collation,
        long length,
        int flags,
        int decimals) {
    static final int NOT_NULL = 1;
    static final int BLOB = 16;
    static final int UNSIGNED = 32;
    static final int ZEROFILL = 64;
    static final int BINARY = 128;
    static final int AUTO_INCREMENT = 512;
    static final int NUMBER = 1 << 15;

    static final int NOT_FIXED = 31;

    /** What follows the names, in bytes. */
    private static final int FIXED_PART = 12;

    boolean isUnsigned() {
        return (flags & UNSIGNED) != 0;
    }

    boolean isBytes() {
        return type.form() == WireType.Form.BYTES
                || type.form() == WireType.Form.TEXT && collation == ClientCharset.BINARY && !isTextAnyway();
    }

    /** Numbers and the like are bytes to the protocol, in the character set of the client. */
    private boolean isTextAnyway() {
        return switch (type) {
            case DECIMAL, OLD_DECIMAL, NULL, JSON -> true;
            default -> false;
        };
    }

    void write(PacketWriter out, Charset charset) throws ClientGone {
        writeBegun(out.begin(), charset);
        out.end();
    }

    /** As {@link #write}, behind which the packet goes on. */
    void writeBegun(PacketWriter out, Charset charset) {
        out.lengthEncodedText("def", charset)
                .lengthEncodedText(schema, charset)
                .lengthEncodedText(table, charset)
                .lengthEncodedText(realTable, charset)
                .lengthEncodedText(label, charset)
                .lengthEncodedText(name, charset)
                .lengthEncoded(FIXED_PART)
                .int2(collation)
                .int4((int) length)
                .int1(type.number())
                .int2(flags)
                .int1(decimals)
                .int2(0);
    }
}
