package org.shardingjdbc.plan.internal.write;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.StringTokenizer;
import org.shardingjdbc.parser.internal.ParsedSql;
import org.shardingjdbc.parser.internal.ast.DdlStatement;
import org.shardingjdbc.parser.internal.ast.NamedTable;
import org.shardingjdbc.parser.internal.ast.Query;
import org.shardingjdbc.parser.internal.ast.Span;
import org.shardingjdbc.plan.internal.operator.CreateCopy;
import org.shardingjdbc.plan.internal.operator.NestedPart;
import org.shardingjdbc.plan.internal.operator.NestedStatement;
import org.shardingjdbc.plan.internal.operator.SteppedExecution;
import org.shardingjdbc.plan.internal.step.StepSource;
import org.shardingjdbc.route.internal.bind.OutputColumn;
import org.shardingjdbc.rule.placement.LogicTable;

/**
 * The steps of CREATE TABLE ... AS: the table is created empty on its data nodes, each over actual tables beside it, so
 * that the database finds the types of its columns; then it is filled by an INSERT. One per statement; not thread-safe.
 */
public final class CopySteps {
    private final StepSource source;
    private final ParsedSql parsed;
    private final DdlStatement ddl;

    public CopySteps(StepSource source, ParsedSql parsed, DdlStatement ddl) {
        this.source = source;
        this.parsed = parsed;
        this.ddl = ddl;
    }

    /** @return null when there are none */
    public SteppedExecution find() {
        String end = end();
        if (ddl.temporary() || end == null) {
            return null;
        }
        NamedTable table = ddl.tables().get(0);
        NestedStatement create = new NestedStatement(head() + empty(), NestedPart.FIRST_ROWS, new int[0]);
        LogicTable copy = source.table(parsed, table);
        if (copy == null) {
            return null;
        }
        boolean there = source.catalog().table(copy) != null;
        if (end.equals("WITHNODATA") || ddl.conditional() && there) {
            return new CreateCopy(create, null, null);
        }
        String columns = columns();
        if (columns == null) {
            return null;
        }
        String name = table.name().span().of(parsed.sql());
        String rows = ddl.query().span().of(parsed.sql());
        return new CreateCopy(
                create,
                new NestedStatement("INSERT INTO " + name + columns + " " + rows, new int[0]),
                there ? null : new NestedStatement("DROP TABLE " + name, new int[0]));
    }

    private String head() {
        return parsed.sql().substring(ddl.span().start(), ddl.query().span().start());
    }

    /** What makes the query return no rows, and what stands behind it. */
    private String empty() {
        Query query = ddl.query();
        String text = query.span().of(parsed.sql());
        int closing = 0;
        Span rest = new Span(query.span().stop(), ddl.span().stop());
        for (char character : rest.of(parsed.sql()).toCharArray()) {
            closing += character == ')' ? 1 : 0;
        }
        String end = ")".repeat(closing);
        if (source.dialect().writes().copiesWithoutRows()) {
            return text + end + " WITH NO DATA";
        }
        // in its place: around a derived table MySQL makes other columns
        int from = query.locking().isEmpty()
                ? query.span().stop()
                : query.locking().get(0).span().start();
        Span limit =
                query.limit() == null ? new Span(from, from) : query.limit().span();
        return parsed.sql().substring(query.span().start(), limit.start()) + " LIMIT 0 "
                + parsed.sql().substring(limit.stop(), query.span().stop()) + end;
    }

    /** The words behind the query without blanks and parentheses: WITH [NO] DATA; null when they are others. */
    private String end() {
        String rest = new Span(ddl.query().span().stop(), ddl.span().stop()).of(parsed.sql());
        StringBuilder words = new StringBuilder();
        StringTokenizer tokens = new StringTokenizer(rest, " \t\r\n\f)");
        while (tokens.hasMoreTokens()) {
            words.append(tokens.nextToken().toUpperCase(Locale.ROOT));
        }
        return switch (words.toString()) {
            case "", "WITHDATA", "WITHNODATA" -> words.toString();
            default -> null;
        };
    }

    /** MySQL puts the columns of the query behind those that the statement defines, or in place of their namesakes. */
    private String columns() {
        if (!source.dialect().writes().copiesAddColumns() || ddl.columns().isEmpty()) {
            return "";
        }
        List<OutputColumn> outputs = source.bind(parsed).outputs(ddl.query());
        List<String> names = new ArrayList<>();
        for (OutputColumn output : outputs == null ? List.<OutputColumn>of() : outputs) {
            if (output.label() == null) {
                return null;
            }
            names.add(source.names().quoted(output.label()));
        }
        return names.isEmpty() ? null : " (" + String.join(", ", names) + ")";
    }
}
