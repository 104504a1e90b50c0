package org.shardingjdbc.proxy.internal.mysql;

import java.nio.charset.Charset;
import java.nio.charset.IllegalCharsetNameException;
import java.nio.charset.StandardCharsets;
import java.nio.charset.UnsupportedCharsetException;
import java.util.LinkedHashMap;
import java.util.Locale;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * A character set in which a client writes and reads texts. Between the proxy and the databases all is Unicode.
 *
 * @param title as MySQL calls it
 * @param java as Java has it
 * @param collation the number of its default collation, which stands for it in descriptions of columns
 */
record ClientCharset(String title, Charset java, int collation) {
    /** The number of {@code binary}, which stands for bytes that are no text. */
    static final int BINARY = 63;

    static final ClientCharset UTF8MB4 = new ClientCharset("utf8mb4", StandardCharsets.UTF_8, 45);

    /**
     * What a client reads that wants texts as they are stored: Unicode as well, of whose lengths it is told otherwise.
     */
    static final ClientCharset AS_STORED = new ClientCharset("", StandardCharsets.UTF_8, 45);

    private static final Map<String, ClientCharset> BY_TITLE = new LinkedHashMap<>();

    static {
        BY_TITLE.put(UTF8MB4.title, UTF8MB4);
        add("utf8mb3", "UTF-8", 33);
        add("utf8", "UTF-8", 33);
        add("latin1", "windows-1252", 8);
        add("ascii", "US-ASCII", 11);
        add("latin2", "ISO-8859-2", 9);
        add("latin5", "ISO-8859-9", 30);
        add("latin7", "ISO-8859-13", 41);
        add("greek", "ISO-8859-7", 25);
        add("hebrew", "ISO-8859-8", 16);
        add("cp1250", "windows-1250", 26);
        add("cp1251", "windows-1251", 51);
        add("cp1256", "windows-1256", 57);
        add("cp1257", "windows-1257", 59);
        add("cp850", "IBM850", 4);
        add("cp852", "IBM852", 40);
        add("cp866", "IBM866", 36);
        add("koi8r", "KOI8-R", 7);
        add("koi8u", "KOI8-U", 22);
        add("tis620", "TIS-620", 18);
        add("big5", "Big5", 1);
        add("gb2312", "GB2312", 24);
        add("gbk", "GBK", 28);
        add("gb18030", "GB18030", 248);
        add("sjis", "Shift_JIS", 13);
        add("cp932", "windows-31j", 95);
        add("ujis", "EUC-JP", 12);
        add("euckr", "EUC-KR", 19);
    }

    private static void add(String title, String java, int collation) {
        try {
            BY_TITLE.put(title, new ClientCharset(title, Charset.forName(java), collation));
        } catch (IllegalCharsetNameException | UnsupportedCharsetException e) {
            // A Java runtime without it, such as a small image: its clients are told that it is unknown.
            BY_TITLE.remove(title);
        }
    }

    /** @return null for one that clients cannot have, or that is not known here */
    static @Nullable ClientCharset of(String title) {
        String lower = title.toLowerCase(Locale.ROOT);
        return lower.equals("binary") ? UTF8MB4 : BY_TITLE.get(lower);
    }

    /**
     * That of a collation, by its number.
     *
     * @return null for one that clients cannot have, or that is not known here
     */
    static @Nullable ClientCharset ofCollation(int number) {
        String title = titleOfCollation(number);
        return title == null ? null : of(title);
    }

    private static @Nullable String titleOfCollation(int number) {
        return switch (number) {
            // 0 is said by clients that leave it to the server; 63 sends and takes bytes as they are.
            case 0, BINARY, 45, 46 -> "utf8mb4";
            case 33, 76, 83, 223 -> "utf8mb3";
            case 5, 8, 15, 31, 47, 48, 49, 94 -> "latin1";
            case 11, 65 -> "ascii";
            case 2, 9, 21, 27, 77 -> "latin2";
            case 30, 78 -> "latin5";
            case 20, 41, 42, 79 -> "latin7";
            case 25, 70 -> "greek";
            case 16, 71 -> "hebrew";
            case 26, 34, 44, 66, 99 -> "cp1250";
            case 14, 23, 50, 51, 52 -> "cp1251";
            case 57, 67 -> "cp1256";
            case 29, 58, 59 -> "cp1257";
            case 4, 80 -> "cp850";
            case 40, 81 -> "cp852";
            case 36, 68 -> "cp866";
            case 7, 74 -> "koi8r";
            case 22, 75 -> "koi8u";
            case 18, 89 -> "tis620";
            case 1, 84 -> "big5";
            case 24, 86 -> "gb2312";
            case 28, 87 -> "gbk";
            case 248, 249, 250 -> "gb18030";
            case 13, 88 -> "sjis";
            case 95, 96 -> "cp932";
            case 12, 91 -> "ujis";
            case 19, 85 -> "euckr";
            default -> titleOfRange(number);
        };
    }

    private static @Nullable String titleOfRange(int number) {
        if (number >= 192 && number <= 215) {
            return "utf8mb3";
        }
        return number >= 224 && number <= 247 || number >= 255 && number <= 323 ? "utf8mb4" : null;
    }

    boolean isUnicode() {
        return java == StandardCharsets.UTF_8;
    }
}
