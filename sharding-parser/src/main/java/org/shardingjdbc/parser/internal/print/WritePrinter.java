package org.shardingjdbc.parser.internal.print;

import java.util.List;
import org.jspecify.annotations.Nullable;
import org.shardingjdbc.parser.internal.ast.Assignment;
import org.shardingjdbc.parser.internal.ast.DeleteStatement;
import org.shardingjdbc.parser.internal.ast.InsertRow;
import org.shardingjdbc.parser.internal.ast.InsertSource.DefaultRow;
import org.shardingjdbc.parser.internal.ast.InsertSource.QuerySource;
import org.shardingjdbc.parser.internal.ast.InsertSource.SetSource;
import org.shardingjdbc.parser.internal.ast.InsertSource.SourceVisitor;
import org.shardingjdbc.parser.internal.ast.InsertSource.ValuesSource;
import org.shardingjdbc.parser.internal.ast.InsertStatement;
import org.shardingjdbc.parser.internal.ast.InsertStatement.InsertKind;
import org.shardingjdbc.parser.internal.ast.InsertStatement.Overriding;
import org.shardingjdbc.parser.internal.ast.InsertStatement.Upsert;
import org.shardingjdbc.parser.internal.ast.InsertStatement.UpsertKind;
import org.shardingjdbc.parser.internal.ast.MergeStatement;
import org.shardingjdbc.parser.internal.ast.MergeStatement.MergeAction;
import org.shardingjdbc.parser.internal.ast.Returning;
import org.shardingjdbc.parser.internal.ast.Span;
import org.shardingjdbc.parser.internal.ast.UpdateStatement;

/** Prints INSERT, UPDATE, DELETE and MERGE. One per printed tree. */
final class WritePrinter implements SourceVisitor {
    private final SqlText text;
    private final QueryPrinter queries;
    private final ExpressionPrinter expressions;
    private final TablePrinter tables;

    WritePrinter(SqlText text, QueryPrinter queries) {
        this.text = text;
        this.queries = queries;
        this.expressions = queries.expressions();
        this.tables = queries.tables();
    }

    // ---- INSERT ----

    void print(InsertStatement insert) {
        queries.with(insert.with());
        if (insert.merge()) {
            text.word("MERGE");
        } else {
            text.word(insert.kind() == InsertKind.REPLACE ? "REPLACE" : "INSERT");
        }
        text.word(insert.optimizerHint());
        insert.modifiers().forEach(text::word);
        text.wordIf(insert.kind() == InsertKind.INSERT_IGNORE, "IGNORE").word("INTO");
        tables.print(insert.table());
        text.list(insert.columns());
        text.wordIf(insert.columns().isEmpty() && insert.columnsSpan() != null, "()");
        if (!insert.keys().isEmpty()) {
            text.word("KEY").list(insert.keys());
        }
        overriding(insert.overriding());
        text.print(insert.source(), () -> insert.source().accept(this));
        if (insert.rowAlias() != null) {
            text.word("AS").name(insert.rowAlias());
        }
        Upsert upsert = insert.upsert();
        if (upsert != null) {
            text.print(upsert, () -> upsert(upsert));
        }
        returning(insert.returning());
    }

    private void overriding(@Nullable Overriding overriding) {
        if (overriding != null) {
            text.word(words(overriding));
        }
    }

    static String words(Overriding overriding) {
        return overriding.user() ? "OVERRIDING USER VALUE" : "OVERRIDING SYSTEM VALUE";
    }

    @Override
    public void visit(ValuesSource values) {
        queries.values(values.rows());
    }

    @Override
    public void visit(QuerySource source) {
        queries.print(source.query());
    }

    @Override
    public void visit(SetSource set) {
        text.word("SET");
        assignments(set.assignments());
    }

    @Override
    public void visit(DefaultRow row) {
        text.word("DEFAULT VALUES");
    }

    private void upsert(Upsert upsert) {
        if (upsert.kind() == UpsertKind.DUPLICATE_KEY_UPDATE) {
            text.word("ON DUPLICATE KEY UPDATE");
            assignments(upsert.assignments());
            return;
        }
        text.word("ON CONFLICT");
        if (upsert.constraint() != null) {
            text.word("ON CONSTRAINT").name(upsert.constraint());
        }
        for (int at = 0; at < upsert.target().size(); at++) {
            if (at == 0) {
                text.open();
            } else {
                text.comma();
            }
            expressions.print(upsert.target().get(at));
            text.word(
                    upsert.operatorClasses().isEmpty()
                            ? ""
                            : upsert.operatorClasses().get(at));
        }
        if (!upsert.target().isEmpty()) {
            text.close();
        }
        queries.clause("WHERE", upsert.targetWhere());
        if (upsert.kind() == UpsertKind.CONFLICT_NOTHING) {
            text.word("DO NOTHING");
            return;
        }
        text.word("DO UPDATE SET");
        assignments(upsert.assignments());
        queries.clause("WHERE", upsert.where());
    }

    private void returning(@Nullable Returning returning) {
        if (returning != null) {
            text.print(returning, () -> {
                text.word("RETURNING");
                queries.items(returning.items());
            });
        }
    }

    private void assignments(List<Assignment> assignments) {
        for (int at = 0; at < assignments.size(); at++) {
            if (at > 0) {
                text.comma();
            }
            Assignment assignment = assignments.get(at);
            text.print(assignment, () -> assignment(assignment));
        }
    }

    private void assignment(Assignment assignment) {
        boolean row = assignment.row() || assignment.columns().size() > 1;
        if (row) {
            text.open();
        }
        for (int at = 0; at < assignment.columns().size(); at++) {
            if (at > 0) {
                text.comma();
            }
            expressions.print(assignment.columns().get(at));
            text.behind(
                    assignment.subscripts().isEmpty()
                            ? ""
                            : assignment.subscripts().get(at));
        }
        if (row) {
            text.close();
        }
        text.word("=");
        expressions.print(assignment.value());
    }

    // ---- UPDATE, DELETE ----

    void print(UpdateStatement update) {
        queries.with(update.with());
        text.word("UPDATE").word(update.optimizerHint());
        update.modifiers().forEach(text::word);
        text.wordIf(update.ignore(), "IGNORE");
        tables.list(update.targets());
        text.word("SET");
        assignments(update.assignments());
        queries.from(update.from());
        queries.clause("WHERE", update.where());
        if (update.orderBy() != null) {
            queries.orderBy(update.orderBy());
        }
        queries.limit(update.limit());
        returning(update.returning());
    }

    void print(DeleteStatement delete) {
        queries.with(delete.with());
        text.word("DELETE").word(delete.optimizerHint());
        delete.modifiers().forEach(text::word);
        text.wordIf(delete.ignore(), "IGNORE").wordIf(!delete.joined(), "FROM");
        tables.list(delete.targets());
        if (!delete.from().isEmpty()) {
            text.word(delete.joined() ? "FROM" : "USING");
            tables.list(delete.from());
        }
        queries.clause("WHERE", delete.where());
        if (delete.orderBy() != null) {
            queries.orderBy(delete.orderBy());
        }
        queries.limit(delete.limit());
        returning(delete.returning());
    }

    // ---- MERGE ----

    void print(MergeStatement merge) {
        queries.with(merge.with());
        text.word("MERGE INTO");
        tables.print(merge.target());
        text.word("USING");
        tables.primary(merge.source());
        text.word("ON");
        expressions.print(merge.on());
        merge.actions().forEach(action -> text.print(action, () -> action(action)));
        returning(merge.returning());
    }

    private void action(MergeAction action) {
        text.word("WHEN").wordIf(!action.matched(), "NOT").word("MATCHED");
        if (action.condition() != null) {
            text.word("AND");
            expressions.print(action.condition());
        }
        text.word("THEN");
        if (action.delete()) {
            text.word("DELETE");
        } else if (!action.assignments().isEmpty()) {
            text.word("UPDATE SET");
            assignments(action.assignments());
        } else if (action.values().isEmpty()) {
            text.word("DO NOTHING");
        } else {
            text.word("INSERT").list(action.columns());
            overriding(action.overriding());
            queries.values(List.of(new InsertRow(Span.NONE, action.values())));
        }
    }
}
