package org.shardingjdbc.proxy.internal.mysql;

import java.nio.ByteBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.Charset;
import java.nio.charset.CodingErrorAction;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.HexFormat;
import org.jspecify.annotations.Nullable;
import org.shardingjdbc.dialect.internal.Dialect;
import org.shardingjdbc.error.ShardingException;
import org.shardingjdbc.parser.internal.grammar.SqlGrammar;
import org.shardingjdbc.parser.internal.token.SqlLexer;

/**
 * The bytes of a statement as a text. Clients write bytes that are no text between quotes, with {@code _binary} before
 * them or without: what is no text in their character set becomes a hexadecimal literal of the same bytes. Stateless.
 */
final class QueryText {
    private static final String BINARY = "_binary";

    private QueryText() {}

    /** @throws MySqlException when bytes outside of quotes are no text in the character set */
    static String decode(byte[] bytes, ClientCharset charset, Dialect dialect) throws MySqlException {
        if (isAscii(bytes)) {
            return new String(bytes, StandardCharsets.ISO_8859_1);
        }
        String text = strictly(bytes, charset.java());
        if (text != null && (charset.isUnicode() || !mentionsBinary(text))) {
            return text;
        }
        if (!isReadInBytes(charset)) {
            throw unreadable(charset);
        }
        return withLiterals(new String(bytes, StandardCharsets.ISO_8859_1), charset, dialect);
    }

    private static boolean isAscii(byte[] bytes) {
        for (byte each : bytes) {
            if (each < 0) {
                return false;
            }
        }
        return true;
    }

    /** Null where the bytes are no text in the character set. */
    static @Nullable String strictly(byte[] bytes, Charset charset) {
        try {
            return charset.newDecoder()
                    .onMalformedInput(CodingErrorAction.REPORT)
                    .onUnmappableCharacter(CodingErrorAction.REPORT)
                    .decode(ByteBuffer.wrap(bytes))
                    .toString();
        } catch (CharacterCodingException e) {
            return null;
        }
    }

    private static boolean mentionsBinary(String text) {
        for (int at = text.indexOf('_'); at >= 0; at = text.indexOf('_', at + 1)) {
            if (text.regionMatches(true, at, BINARY, 0, BINARY.length())) {
                return true;
            }
        }
        return false;
    }

    /** Whether no byte of a longer character can be taken for a quote or a backslash. */
    static boolean isReadInBytes(ClientCharset charset) {
        return switch (charset.title()) {
            case "big5", "gbk", "gb18030", "sjis", "cp932" -> false;
            default -> true;
        };
    }

    /** @param text a character for each byte */
    private static String withLiterals(String text, ClientCharset charset, Dialect dialect) throws MySqlException {
        StringBuilder result = new StringBuilder(text.length() + 64);
        int copied = 0;
        int introducer = -1;
        SqlLexer lexer = new SqlLexer(text, dialect, null, null);
        try {
            while (lexer.next()) {
                if (lexer.type() == SqlGrammar.T_STRING && !isAscii(text, lexer.start(), lexer.stop())) {
                    byte[] content = bytesOf(text, lexer.start(), lexer.stop());
                    if (strictly(content, charset.java()) == null || introducer >= 0 && !charset.isUnicode()) {
                        result.append(other(text, copied, introducer >= 0 ? introducer : lexer.start(), charset));
                        result.append("x'")
                                .append(HexFormat.of().formatHex(unescaped(content)))
                                .append('\'');
                        copied = lexer.stop();
                    }
                }
                introducer = lexer.word()
                                && lexer.stop() - lexer.start() == BINARY.length()
                                && text.regionMatches(true, lexer.start(), BINARY, 0, BINARY.length())
                        ? lexer.start()
                        : -1;
            }
        } catch (ShardingException e) {
            throw MySqlException.of(MySqlError.SYNTAX, e.getMessage());
        }
        return result.append(other(text, copied, text.length(), charset)).toString();
    }

    private static boolean isAscii(String text, int start, int stop) {
        for (int i = start; i < stop; i++) {
            if (text.charAt(i) >= 0x80) {
                return false;
            }
        }
        return true;
    }

    private static byte[] bytesOf(String text, int start, int stop) {
        return text.substring(start, stop).getBytes(StandardCharsets.ISO_8859_1);
    }

    private static String other(String text, int start, int stop, ClientCharset charset) throws MySqlException {
        String result = strictly(bytesOf(text, start, stop), charset.java());
        if (result == null) {
            throw unreadable(charset);
        }
        return result;
    }

    private static MySqlException unreadable(ClientCharset charset) {
        return MySqlException.of(MySqlError.INVALID_CHARACTERS, charset.title());
    }

    /** What stands between the quotes, as the database reads it. */
    private static byte[] unescaped(byte[] quoted) {
        byte quote = quoted[0];
        byte[] result = new byte[quoted.length];
        int length = 0;
        for (int i = 1; i < quoted.length - 1; i++) {
            byte each = quoted[i];
            if (each == quote) {
                i++;
            } else if (each == '\\') {
                each = escaped(quoted[++i]);
            }
            result[length++] = each;
        }
        return Arrays.copyOf(result, length);
    }

    /** What a letter stands for behind a backslash, in literals as in files. */
    static byte escaped(byte letter) {
        return switch (letter) {
            case '0' -> 0;
            case 'b' -> '\b';
            case 'n' -> '\n';
            case 'r' -> '\r';
            case 't' -> '\t';
            case 'Z' -> 0x1a;
            default -> letter;
        };
    }
}
