package org.shardingjdbc.parser.internal.print;

import java.util.List;
import org.jspecify.annotations.Nullable;
import org.shardingjdbc.parser.internal.ast.Identifier;
import org.shardingjdbc.parser.internal.ast.Statement.StatementVisitor;
import org.shardingjdbc.parser.internal.ast.TableReference;
import org.shardingjdbc.parser.internal.ast.TableReference.DeltaTable;
import org.shardingjdbc.parser.internal.ast.TableReference.DerivedTable;
import org.shardingjdbc.parser.internal.ast.TableReference.FunctionTable;
import org.shardingjdbc.parser.internal.ast.TableReference.FunctionTableForm;
import org.shardingjdbc.parser.internal.ast.TableReference.JoinKind;
import org.shardingjdbc.parser.internal.ast.TableReference.JoinedTable;
import org.shardingjdbc.parser.internal.ast.TableReference.NamedTable;
import org.shardingjdbc.parser.internal.ast.TableReference.TableVisitor;

/** Prints what stands in FROM. One per printed tree. */
final class TablePrinter implements TableVisitor {
    private final SqlText text;
    private final ExpressionPrinter expressions;
    private final QueryParts queries;
    private final StatementVisitor statements;

    TablePrinter(SqlText text, ExpressionPrinter expressions, QueryParts queries, StatementVisitor statements) {
        this.text = text;
        this.expressions = expressions;
        this.queries = queries;
        this.statements = statements;
    }

    void print(TableReference table) {
        text.print(table, () -> table.accept(this));
    }

    /** Tables with commas between them. */
    void list(List<? extends TableReference> tables) {
        for (int at = 0; at < tables.size(); at++) {
            if (at > 0) {
                text.comma();
            }
            print(tables.get(at));
        }
    }

    /** A table where a join needs parentheses. */
    void primary(TableReference table) {
        boolean join = table instanceof JoinedTable joined && joined.alias() == null;
        if (join) {
            text.open();
        }
        print(table);
        if (join) {
            text.close();
        }
    }

    private void alias(@Nullable Identifier alias, List<Identifier> columns) {
        if (alias != null) {
            text.word("AS").name(alias).list(columns);
        }
    }

    @Override
    public void visit(NamedTable table) {
        text.wordIf(table.only(), "ONLY").name(table.name());
        text.word(table.selection());
        alias(table.alias(), table.columnAliases());
        text.word(table.hints());
    }

    @Override
    public void visit(DerivedTable table) {
        text.wordIf(table.lateral(), "LATERAL");
        queries.nested(table.query());
        alias(table.alias(), table.columnAliases());
    }

    @Override
    public void visit(FunctionTable table) {
        FunctionTableForm form = table.form();
        text.wordIf(table.lateral(), "LATERAL");
        if (form.rowsFrom()) {
            text.word("ROWS FROM").open();
        }
        for (int at = 0; at < table.calls().size(); at++) {
            if (at > 0) {
                text.comma();
            }
            expressions.print(table.calls().get(at));
            String definition = form.definitions().get(at);
            text.wordIf(!definition.isEmpty(), "AS").word(definition);
        }
        if (form.rowsFrom()) {
            text.close();
        }
        text.wordIf(form.ordinality(), "WITH ORDINALITY");
        List<Identifier> columns = table.columnAliases();
        text.wordIf(table.alias() != null || !columns.isEmpty(), "AS");
        if (table.alias() != null) {
            text.name(table.alias());
        }
        for (int at = 0; at < columns.size(); at++) {
            (at == 0 ? text.open() : text.comma())
                    .name(columns.get(at))
                    .word(form.types().get(at));
        }
        if (!columns.isEmpty()) {
            text.close();
        }
    }

    @Override
    public void visit(JoinedTable join) {
        if (join.alias() != null) {
            text.open();
        }
        if (lacksCondition(join.left())) {
            primary(join.left());
        } else {
            print(join.left());
        }
        text.word(words(join));
        primary(join.right());
        if (join.on() != null) {
            text.word("ON");
            expressions.print(join.on());
        }
        if (!join.using().isEmpty()) {
            text.word("USING").list(join.using());
            if (join.usingAlias() != null) {
                text.word("AS").name(join.usingAlias());
            }
        }
        if (join.alias() != null) {
            text.close();
        }
        alias(join.alias(), join.columnAliases());
    }

    /** Whether a join would take the condition of the next one. */
    private static boolean lacksCondition(TableReference table) {
        return table instanceof JoinedTable join
                && join.alias() == null
                && join.kind() != JoinKind.CROSS
                && !join.natural()
                && join.on() == null
                && join.using().isEmpty();
    }

    private static String words(JoinedTable join) {
        if (join.straight()) {
            return "STRAIGHT_JOIN";
        }
        String kind = join.kind() == JoinKind.INNER ? "JOIN" : join.kind() + " JOIN";
        return join.natural() ? "NATURAL " + kind : kind;
    }

    @Override
    public void visit(DeltaTable table) {
        text.word(table.state()).word("TABLE").open();
        text.print(table.statement(), () -> table.statement().accept(statements));
        text.close();
        alias(table.alias(), table.columnAliases());
    }
}
