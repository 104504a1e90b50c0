package org.shardingjdbc.parser.internal.print;

import org.jspecify.annotations.Nullable;
import org.shardingjdbc.dialect.internal.Dialect;
import org.shardingjdbc.parser.internal.ast.DdlStatement;
import org.shardingjdbc.parser.internal.ast.DdlStatement.DdlKind;
import org.shardingjdbc.parser.internal.ast.DeleteStatement;
import org.shardingjdbc.parser.internal.ast.ExplainStatement;
import org.shardingjdbc.parser.internal.ast.Expression;
import org.shardingjdbc.parser.internal.ast.GroupBy;
import org.shardingjdbc.parser.internal.ast.Identifier;
import org.shardingjdbc.parser.internal.ast.InsertStatement;
import org.shardingjdbc.parser.internal.ast.Limit;
import org.shardingjdbc.parser.internal.ast.MergeStatement;
import org.shardingjdbc.parser.internal.ast.Node;
import org.shardingjdbc.parser.internal.ast.OrderBy;
import org.shardingjdbc.parser.internal.ast.OrderBy.SortItem;
import org.shardingjdbc.parser.internal.ast.OtherStatement;
import org.shardingjdbc.parser.internal.ast.QueryBody;
import org.shardingjdbc.parser.internal.ast.QueryStatement;
import org.shardingjdbc.parser.internal.ast.SelectItem;
import org.shardingjdbc.parser.internal.ast.SetStatement;
import org.shardingjdbc.parser.internal.ast.SetStatement.SetAssignment;
import org.shardingjdbc.parser.internal.ast.SetStatement.StatementWithSettings;
import org.shardingjdbc.parser.internal.ast.SetStatement.UseStatement;
import org.shardingjdbc.parser.internal.ast.ShowStatement;
import org.shardingjdbc.parser.internal.ast.Statement.StatementVisitor;
import org.shardingjdbc.parser.internal.ast.TableReference;
import org.shardingjdbc.parser.internal.ast.TransactionStatement;
import org.shardingjdbc.parser.internal.ast.UnparsedStatement;
import org.shardingjdbc.parser.internal.ast.UpdateStatement;

/** Prints statements. One per printed tree. */
final class StatementPrinter implements StatementVisitor {
    private final SqlText text;
    private final QueryPrinter queries;
    private final WritePrinter writes;

    StatementPrinter(SqlText text, Dialect dialect) {
        this.text = text;
        this.queries = new QueryPrinter(text, dialect, this);
        this.writes = new WritePrinter(text, queries);
    }

    QueryPrinter queries() {
        return queries;
    }

    /** A part of a statement. */
    void part(Node node) {
        if (node instanceof Identifier name) {
            text.name(name);
        } else if (node instanceof Expression expression) {
            queries.expressions().print(expression);
        } else if (node instanceof TableReference table) {
            queries.tables().print(table);
        } else if (node instanceof QueryBody body) {
            queries.body(body);
        } else if (node instanceof SelectItem item) {
            queries.item(item);
        } else if (node instanceof GroupBy groupBy) {
            queries.groupBy(groupBy);
        } else if (node instanceof SortItem key) {
            queries.key(key);
        } else if (node instanceof OrderBy orderBy) {
            queries.orderBy(orderBy);
        } else if (node instanceof Limit limit) {
            queries.limit(limit);
        } else {
            throw new IllegalStateException(
                    "no part that is made: " + node.getClass().getSimpleName());
        }
    }

    @Override
    public void visit(QueryStatement statement) {
        queries.print(statement.query());
    }

    @Override
    public void visit(InsertStatement insert) {
        writes.print(insert);
    }

    @Override
    public void visit(UpdateStatement update) {
        writes.print(update);
    }

    @Override
    public void visit(DeleteStatement delete) {
        writes.print(delete);
    }

    @Override
    public void visit(MergeStatement merge) {
        writes.print(merge);
    }

    @Override
    public void visit(ExplainStatement explain) {
        text.word(explain.words());
        text.print(explain.statement(), () -> explain.statement().accept(this));
    }

    @Override
    public void visit(StatementWithSettings statement) {
        text.print(statement.settings(), () -> statement.settings().accept(this));
        text.print(statement.statement(), () -> statement.statement().accept(this));
    }

    // ---- as they are written ----

    @Override
    public void visit(SetStatement set) {
        if (set.text() != null) {
            text.word(set.text());
            return;
        }
        text.word(set.reset() ? "RESET" : "SET");
        for (int at = 0; at < set.assignments().size(); at++) {
            if (at > 0) {
                text.comma();
            }
            SetAssignment assignment = set.assignments().get(at);
            text.print(assignment, () -> assignment(assignment, set.reset()));
        }
    }

    private void assignment(SetAssignment assignment, boolean reset) {
        text.word(assignment.before());
        if (!reset && assignment.value().isEmpty()) {
            queries.expressions().print(assignment.expressions().get(0));
        } else if (!reset) {
            text.word(assignment.value());
        }
    }

    @Override
    public void visit(DdlStatement definition) {
        boolean made = definition.text().isEmpty();
        if (made && definition.kind() == DdlKind.DROP_TABLE) {
            text.word("DROP TABLE");
            queries.tables().print(definition.tables().get(0));
            return;
        }
        verbatim(made ? null : definition.text());
    }

    @Override
    public void visit(TransactionStatement transaction) {
        verbatim(transaction.text());
    }

    @Override
    public void visit(ShowStatement show) {
        verbatim(show.text());
    }

    @Override
    public void visit(UseStatement use) {
        verbatim(use.text());
    }

    @Override
    public void visit(OtherStatement other) {
        verbatim(other.text());
    }

    @Override
    public void visit(UnparsedStatement unparsed) {
        verbatim(unparsed.text());
    }

    private void verbatim(@Nullable String written) {
        if (written == null) {
            throw new IllegalStateException("a statement that is printed as it was written, and was made");
        }
        text.word(written);
    }
}
