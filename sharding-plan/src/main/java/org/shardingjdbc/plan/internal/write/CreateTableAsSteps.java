package org.shardingjdbc.plan.internal.write;

import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;
import org.shardingjdbc.parser.internal.ParsedSql;
import org.shardingjdbc.parser.internal.ast.DdlStatement;
import org.shardingjdbc.parser.internal.ast.DdlStatement.Tail;
import org.shardingjdbc.parser.internal.ast.DdlStatement.TailKind;
import org.shardingjdbc.parser.internal.ast.Identifier;
import org.shardingjdbc.parser.internal.ast.InsertSource.QuerySource;
import org.shardingjdbc.parser.internal.ast.InsertStatement;
import org.shardingjdbc.parser.internal.ast.InsertStatement.InsertKind;
import org.shardingjdbc.parser.internal.ast.Limit;
import org.shardingjdbc.parser.internal.ast.QualifiedName;
import org.shardingjdbc.parser.internal.ast.Query;
import org.shardingjdbc.parser.internal.ast.Span;
import org.shardingjdbc.parser.internal.ast.TableReference.NamedTable;
import org.shardingjdbc.parser.internal.print.MadeStatement;
import org.shardingjdbc.parser.internal.print.MadeText;
import org.shardingjdbc.parser.internal.print.SqlPrinter;
import org.shardingjdbc.parser.internal.print.TreeEdits;
import org.shardingjdbc.plan.internal.nested.NestedPart;
import org.shardingjdbc.plan.internal.nested.NestedStatement;
import org.shardingjdbc.plan.internal.nested.StepTemplate;
import org.shardingjdbc.plan.internal.operator.CreateTableAs;
import org.shardingjdbc.plan.internal.operator.SteppedExecution;
import org.shardingjdbc.plan.internal.planning.StepSource;
import org.shardingjdbc.plan.internal.syntax.MadeNodes;
import org.shardingjdbc.plan.internal.template.NameQuoting;
import org.shardingjdbc.route.internal.bind.BoundStatement;
import org.shardingjdbc.route.internal.bind.OutputColumn;
import org.shardingjdbc.rule.placement.LogicTable;

/**
 * The steps of CREATE TABLE ... AS: the table is created empty on its data nodes, each over actual tables beside it, so
 * that the database finds the types of its columns; then it is filled by an INSERT. One per statement; not thread-safe.
 */
public final class CreateTableAsSteps {
    private final StepSource source;
    private final ParsedSql parsed;
    private final DdlStatement ddl;
    private final Query query;

    public CreateTableAsSteps(StepSource source, ParsedSql parsed, DdlStatement ddl) {
        this.source = source;
        this.parsed = parsed;
        this.ddl = ddl;
        this.query = Objects.requireNonNull(ddl.query(), "what makes a copy has a query");
    }

    /** @return null when there are none */
    public @Nullable SteppedExecution find() {
        if (ddl.temporary()) {
            return null;
        }
        NamedTable table = ddl.tables().get(0);
        LogicTable copy = source.table(parsed, table);
        if (copy == null) {
            return null;
        }
        NestedStatement create = StepTemplate.of(
                        empty(), NestedPart.FIRST_ROWS, source.tools().parser())
                .fill();
        boolean there = source.catalog().table(copy) != null;
        if (hasNoRows() || ddl.conditional() && there) {
            return new CreateTableAs(create, null, null);
        }
        List<Identifier> columns = columns();
        return columns == null
                ? null
                : new CreateTableAs(
                        create,
                        filling(table.name(), columns),
                        there
                                ? null
                                : source.template(DdlStatement.drop(MadeNodes.table(table.name())), parsed)
                                        .fill());
    }

    private NestedStatement filling(QualifiedName table, List<Identifier> columns) {
        InsertStatement insert = new InsertStatement(
                Span.NONE,
                null,
                InsertKind.INSERT,
                MadeNodes.table(table),
                columns,
                columns.isEmpty() ? null : Span.NONE,
                null,
                new QuerySource(Span.NONE, query),
                null,
                null,
                null,
                List.of(),
                false,
                List.of(),
                "");
        return source.template(insert, parsed).fill();
    }

    /**
     * The statement whose query returns no rows: where the dialect has no words for that, by a LIMIT in its place, for
     * around a derived table MySQL makes other columns.
     */
    private MadeStatement empty() {
        TreeEdits edits = new TreeEdits(parsed);
        if (source.dialect().writes().copiesWithoutRows()) {
            if (!hasNoRows()) {
                endWithoutRows(edits);
            }
            return edits.renumbered(source.tools().parser());
        }
        int from = query.locking().isEmpty()
                ? query.span().stop()
                : query.locking().get(0).span().start();
        Span limit =
                query.limit() == null ? new Span(from, from) : query.limit().span();
        MadeText none = new SqlPrinter(source.dialect()).made(MadeNodes.limit(0), null);
        if (query.limit() == null) {
            none = none.between(
                    from == query.span().stop() ? " " : "", from == query.span().stop() ? "" : " ");
        }
        edits.change(
                query,
                limit,
                none,
                (made, nodes) -> new Query(
                        made.span(), made.with(), made.body(), made.orderBy(), (Limit) nodes.get(0), made.locking()));
        return edits.renumbered(source.tools().parser());
    }

    private boolean hasNoRows() {
        return ddl.tail() != null && ddl.tail().kind() == TailKind.NO_ROWS;
    }

    private void endWithoutRows(TreeEdits edits) {
        int stop = ddl.span().stop();
        Span place = ddl.tail() == null ? new Span(stop, stop) : ddl.tail().span();
        String words = "WITH NO DATA";
        String text = ddl.tail() == null ? " " + words : words;
        edits.change(ddl, place, new MadeText(text, List.of()), (made, none) -> {
            int end = made.span().stop();
            return made.ending(new Tail(new Span(end - words.length(), end), TailKind.NO_ROWS));
        });
    }

    /** MySQL puts the columns of the query behind those that the statement defines, or in place of their namesakes. */
    private @Nullable List<Identifier> columns() {
        if (!source.dialect().writes().copiesAddColumns() || ddl.columns().isEmpty()) {
            return List.of();
        }
        BoundStatement bound = source.bind(parsed);
        List<OutputColumn> outputs = bound == null ? null : bound.outputs(query);
        List<Identifier> names = new ArrayList<>();
        for (OutputColumn output : outputs == null ? List.<OutputColumn>of() : outputs) {
            if (output.label() == null) {
                return null;
            }
            names.add(NameQuoting.quotedName(output.label()));
        }
        return names.isEmpty() ? null : names;
    }
}
