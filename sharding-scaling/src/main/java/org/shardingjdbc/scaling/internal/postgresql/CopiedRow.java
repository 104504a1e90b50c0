package org.shardingjdbc.scaling.internal.postgresql;

import java.io.ByteArrayOutputStream;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.shardingjdbc.scaling.internal.database.MovedRow;

/**
 * A row of texts, as COPY reads and writes it: a line of fields with tabs between them, {@code \N} for NULL, and a
 * backslash before what would be taken for something else (PostgreSQL's documentation of COPY, "Text Format"). One that
 * COPY gave is passed on as it is; its fields are read when they are asked for.
 */
final class CopiedRow implements MovedRow {
    /** What an object takes that holds nothing. */
    private static final int EMPTY_BYTES = 48;

    private byte @Nullable [] line;
    private @Nullable List<@Nullable String> fields;

    private CopiedRow(byte @Nullable [] line, @Nullable List<@Nullable String> fields) {
        this.line = line;
        this.fields = fields;
    }

    /** @param line with its end, or without */
    static CopiedRow ofLine(byte[] line) {
        return new CopiedRow(line, null);
    }

    /** @param fields of the columns that are written; not to be changed */
    static CopiedRow ofFields(List<@Nullable String> fields) {
        return new CopiedRow(null, fields);
    }

    @Override
    public @Nullable String value(int column) {
        return fields().get(column);
    }

    @Override
    public int bytes() {
        byte[] known = line;
        int bytes = EMPTY_BYTES + (known == null ? 0 : known.length);
        List<@Nullable String> read = fields;
        if (read != null) {
            for (String field : read) {
                bytes += field == null ? Integer.BYTES : EMPTY_BYTES + field.length();
            }
        }
        return bytes;
    }

    private List<@Nullable String> fields() {
        List<@Nullable String> known = fields;
        if (known == null) {
            known = parse(line());
            fields = known;
        }
        return known;
    }

    /** With its end. */
    byte[] line() {
        byte[] known = line;
        if (known == null) {
            known = written(fields());
            line = known;
        }
        return known;
    }

    private static byte[] written(List<@Nullable String> fields) {
        StringBuilder text = new StringBuilder();
        for (int i = 0; i < fields.size(); i++) {
            if (i > 0) {
                text.append('\t');
            }
            String field = fields.get(i);
            if (field == null) {
                text.append("\\N");
            } else {
                escape(field, text);
            }
        }
        return text.append('\n').toString().getBytes(StandardCharsets.UTF_8);
    }

    private static void escape(String field, StringBuilder text) {
        for (int i = 0; i < field.length(); i++) {
            char each = field.charAt(i);
            switch (each) {
                case '\\' -> text.append("\\\\");
                case '\n' -> text.append("\\n");
                case '\r' -> text.append("\\r");
                case '\t' -> text.append("\\t");
                default -> text.append(each);
            }
        }
    }

    private static List<@Nullable String> parse(byte[] line) {
        List<@Nullable String> fields = new ArrayList<>();
        ByteArrayOutputStream field = new ByteArrayOutputStream();
        boolean isNull = false;
        int end = line.length > 0 && line[line.length - 1] == '\n' ? line.length - 1 : line.length;
        for (int i = 0; i <= end; i++) {
            if (i == end || line[i] == '\t') {
                fields.add(isNull ? null : field.toString(StandardCharsets.UTF_8));
                field.reset();
                isNull = false;
            } else if (line[i] == '\\' && i + 1 < end) {
                i++;
                if (line[i] == 'N') {
                    isNull = true;
                } else {
                    field.write(meant(line[i]));
                }
            } else {
                field.write(line[i]);
            }
        }
        return fields;
    }

    /** What stands for the letter behind a backslash; the server writes no numbers there. */
    private static int meant(byte escaped) {
        return switch (escaped) {
            case 'b' -> '\b';
            case 'f' -> '\f';
            case 'n' -> '\n';
            case 'r' -> '\r';
            case 't' -> '\t';
            case 'v' -> 0x0B;
            default -> escaped;
        };
    }
}
