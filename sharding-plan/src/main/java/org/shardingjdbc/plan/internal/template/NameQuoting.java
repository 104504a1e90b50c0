package org.shardingjdbc.plan.internal.template;

import java.nio.charset.StandardCharsets;
import java.util.Locale;
import java.util.zip.CRC32;
import org.jspecify.annotations.Nullable;
import org.shardingjdbc.dialect.internal.Dialect;
import org.shardingjdbc.parser.internal.ast.Identifier;
import org.shardingjdbc.parser.internal.ast.Span;
import org.shardingjdbc.parser.internal.print.SqlPrinter;

/** How a database writes names. Immutable, shared by all threads. */
public final class NameQuoting {
    private final Dialect dialect;

    public NameQuoting(Dialect dialect) {
        this.dialect = dialect;
    }

    Dialect dialect() {
        return dialect;
    }

    /** Prints nodes for the same database. */
    SqlPrinter printer() {
        return new SqlPrinter(dialect);
    }

    /** The mark around a quoted name. */
    public char quote() {
        return dialect.naming().quote();
    }

    /** A name between quotes, whatever it contains. */
    public String quoted(String name) {
        return dialect.naming().quoted(name);
    }

    /** The name of a column as the catalog tells it, quoted only where the database would not find it without. */
    public String column(String stored) {
        boolean same = !dialect.naming().quotesKeepCase()
                || stored.equals(dialect.naming().folded(stored));
        return same && isPlain(stored) ? stored : quoted(stored);
    }

    /** The same as a node that was made. */
    public Identifier columnName(String stored) {
        return new Identifier(Span.NONE, stored, !column(stored).equals(stored));
    }

    /** A name between quotes as a node that was made. */
    public static Identifier quotedName(String name) {
        return new Identifier(Span.NONE, name, true);
    }

    /** A name that is written elsewhere as it is there. */
    public static Identifier again(Identifier name) {
        return new Identifier(Span.NONE, name.text(), name.quoted(), name.backticks());
    }

    /**
     * The actual name of a table in place of a written one.
     *
     * @param written the name in the statement, without quotes
     * @param mark the quote it is written with, or 0
     * @param logic the table's name in the configuration
     * @param actual as configured
     */
    public String table(String written, char mark, String logic, String actual) {
        if (mark == 0) {
            return isPlain(actual) ? actual : quoted(actual);
        }
        String name = actual;
        if (dialect.naming().quotesKeepCase() && !written.equals(logic)) {
            name = inCaseOf(written, actual);
        }
        String quote = String.valueOf(mark);
        return quote + name.replace(quote, quote + quote) + quote;
    }

    /** The name of an object of an actual table, no longer than the database allows. */
    public String derived(String written, char mark, String logicTable, String actualTable) {
        String name = written;
        if (!actualTable.equalsIgnoreCase(logicTable)) {
            String suffix =
                    mark != 0 && dialect.naming().quotesKeepCase() ? inCaseOf(written, actualTable) : actualTable;
            name = bounded(written + "_" + suffix);
        }
        if (mark == 0) {
            return isPlain(name) ? name : quoted(name);
        }
        String quote = String.valueOf(mark);
        return quote + name.replace(quote, quote + quote) + quote;
    }

    /**
     * The name that the database gave to an object of an actual table, where it makes it of the table's name: for
     * {@code t_order_pkey} of {@code t_order_0} that is {@code t_order_0_pkey}.
     *
     * @param written with the logic table's name
     * @return null when the written name does not begin with the logic table's
     */
    public @Nullable String made(String written, char mark, String logicTable, String actualTable) {
        int length = logicTable.length();
        boolean begins = written.length() > length + 1
                && written.charAt(length) == '_'
                && written.regionMatches(true, 0, logicTable, 0, length);
        if (!begins) {
            return null;
        }
        String table = mark != 0 && dialect.naming().quotesKeepCase() ? inCaseOf(written, actualTable) : actualTable;
        String name = dialect.naming().shortensNames()
                ? shortened(table, written.substring(length + 1))
                : table + written.substring(length);
        if (mark == 0) {
            return isPlain(name) ? name : quoted(name);
        }
        String quote = String.valueOf(mark);
        return quote + name.replace(quote, quote + quote) + quote;
    }

    /** As PostgreSQL does it: of the table's and the columns' names, the longer one loses characters. */
    private String shortened(String table, String rest) {
        int label = rest.endsWith("_not_null") ? rest.length() - 9 : rest.lastIndexOf('_');
        String columns = label < 0 ? "" : rest.substring(0, label);
        String head = table;
        int fixed = bytes(rest.substring(label + 1)).length + (label < 0 ? 1 : 2);
        while (bytes(head).length + bytes(columns).length + fixed > maxLength()) {
            if (bytes(head).length > bytes(columns).length) {
                head = head.substring(0, head.length() - 1);
            } else {
                columns = columns.substring(0, columns.length() - 1);
            }
        }
        return head + '_' + columns + (label < 0 ? "" : "_") + rest.substring(label + 1);
    }

    /**
     * A name of at most {@link #maxLength} characters: a longer one keeps its head and ends in a checksum of the whole,
     * so that it is the same each time and differs from its neighbours.
     */
    public String bounded(String name) {
        int max = maxLength();
        if (bytes(name).length <= max) {
            return name;
        }
        CRC32 checksum = new CRC32();
        checksum.update(bytes(name));
        String tail = String.format(Locale.ROOT, "_%08x", checksum.getValue());
        int keep = Math.min(name.length(), max - tail.length());
        while (bytes(name.substring(0, keep)).length + tail.length() > max
                || Character.isHighSurrogate(name.charAt(keep - 1))) {
            keep--;
        }
        return name.substring(0, keep) + tail;
    }

    /** The longest name, in bytes of UTF-8: exact for PostgreSQL, on the safe side for the others. */
    public int maxLength() {
        return dialect.naming().maxLength();
    }

    private static byte[] bytes(String name) {
        return name.getBytes(StandardCharsets.UTF_8);
    }

    /** A quoted name that is written all upper or lower case stands for actual names in that case. */
    private static String inCaseOf(String written, String name) {
        String upper = written.toUpperCase(Locale.ROOT);
        String lower = written.toLowerCase(Locale.ROOT);
        if (upper.equals(lower)) {
            return name;
        }
        if (written.equals(upper)) {
            return name.toUpperCase(Locale.ROOT);
        }
        return written.equals(lower) ? name.toLowerCase(Locale.ROOT) : name;
    }

    private static boolean isPlain(String name) {
        if (name.isEmpty() || Character.isDigit(name.charAt(0))) {
            return false;
        }
        for (int i = 0; i < name.length(); i++) {
            char character = name.charAt(i);
            if (!Character.isLetterOrDigit(character) && character != '_' && character != '$') {
                return false;
            }
        }
        return true;
    }
}
