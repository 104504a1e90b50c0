package org.shardingjdbc.parser.internal.print;

import java.util.EnumMap;
import java.util.Map;
import org.shardingjdbc.dialect.internal.Dialect;
import org.shardingjdbc.parser.internal.ParsedSql;
import org.shardingjdbc.parser.internal.SqlParser;
import org.shardingjdbc.parser.internal.ast.DdlStatement;
import org.shardingjdbc.parser.internal.ast.ExplainStatement;
import org.shardingjdbc.parser.internal.ast.OtherStatement;
import org.shardingjdbc.parser.internal.ast.SetStatement;
import org.shardingjdbc.parser.internal.ast.SetStatement.UseStatement;
import org.shardingjdbc.parser.internal.ast.ShowStatement;
import org.shardingjdbc.parser.internal.ast.Statement;
import org.shardingjdbc.parser.internal.ast.TransactionStatement;
import org.shardingjdbc.parser.internal.ast.TreePrinter;
import org.shardingjdbc.parser.internal.ast.UnparsedStatement;

/** Parses, prints, parses and prints again, and counts. One per dialect and test. */
final class RoundTrip {
    enum Kind {
        /** Printed from the tree. */
        TREE,
        /** Kept as it was written. */
        VERBATIM,
        /** Not understood, and kept as it was written. */
        UNPARSED
    }

    private final SqlParser parser;
    private final SqlPrinter printer;
    private final Map<Kind, Integer> counts = new EnumMap<>(Kind.class);

    RoundTrip(Dialect dialect) {
        parser = new SqlParser(dialect);
        printer = new SqlPrinter(dialect);
    }

    Map<Kind, Integer> counts() {
        return counts;
    }

    /** What is wrong with it, or null. */
    String problem(String sql, boolean plain) {
        ParsedSql parsed = plain ? parser.parsePlain(sql) : parser.parse(sql);
        Kind kind = kind(parsed.statement());
        counts.merge(kind, 1, Integer::sum);
        String printed = printer.print(parsed);
        ParsedSql again = plain ? parser.parsePlain(printed) : parser.parse(printed);
        if (kind == Kind.UNPARSED) {
            // its problem names a place in the text
            return kind(again.statement()) == kind && printer.print(again).equals(printed)
                    ? null
                    : sql + "\n  is understood as\n" + printed;
        }
        String expected = TreePrinter.print(parsed.statement());
        String actual = TreePrinter.print(again.statement());
        if (!expected.equals(actual)) {
            return sql + "\n  became\n" + printed + "\n" + firstDifference(expected, actual);
        }
        String difference = SameTree.difference(parsed.statement(), again.statement());
        if (difference != null) {
            return sql + "\n  became\n" + printed + "\n  " + difference;
        }
        String twice = printer.print(again);
        return twice.equals(printed) ? null : sql + "\n  became\n" + printed + "\n  and\n" + twice;
    }

    private static Kind kind(Statement statement) {
        if (statement instanceof UnparsedStatement) {
            return Kind.UNPARSED;
        }
        if (statement instanceof ExplainStatement explain) {
            return kind(explain.statement());
        }
        boolean verbatim = statement instanceof DdlStatement
                || statement instanceof TransactionStatement
                || statement instanceof SetStatement
                || statement instanceof ShowStatement
                || statement instanceof UseStatement
                || statement instanceof OtherStatement;
        return verbatim ? Kind.VERBATIM : Kind.TREE;
    }

    private static String firstDifference(String expected, String actual) {
        String[] one = expected.split("\n");
        String[] two = actual.split("\n");
        int at = 0;
        while (at < one.length && at < two.length && one[at].equals(two[at])) {
            at++;
        }
        return "  expected " + (at < one.length ? one[at].strip() : "the end") + ", was "
                + (at < two.length ? two[at].strip() : "the end");
    }
}
