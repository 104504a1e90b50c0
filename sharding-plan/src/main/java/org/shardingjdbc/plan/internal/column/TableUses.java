package org.shardingjdbc.plan.internal.column;

import java.util.List;
import org.jspecify.annotations.Nullable;
import org.shardingjdbc.dialect.internal.Lexis;
import org.shardingjdbc.parser.internal.Analysis;
import org.shardingjdbc.parser.internal.ast.Clause;
import org.shardingjdbc.parser.internal.ast.DdlStatement;
import org.shardingjdbc.parser.internal.ast.DdlStatement.DdlKind;
import org.shardingjdbc.parser.internal.ast.Expression;
import org.shardingjdbc.parser.internal.ast.Expression.CaseExpression;
import org.shardingjdbc.parser.internal.ast.Expression.FunctionCall;
import org.shardingjdbc.parser.internal.ast.Expression.Literal;
import org.shardingjdbc.parser.internal.ast.Expression.LiteralKind;
import org.shardingjdbc.parser.internal.ast.Expression.Logical;
import org.shardingjdbc.parser.internal.ast.Identifier;
import org.shardingjdbc.parser.internal.ast.MergeStatement;
import org.shardingjdbc.parser.internal.ast.Node;
import org.shardingjdbc.parser.internal.ast.OtherStatement;
import org.shardingjdbc.parser.internal.ast.OtherStatement.OtherKind;
import org.shardingjdbc.parser.internal.ast.QueryBody.TableBody;
import org.shardingjdbc.parser.internal.ast.Statement;
import org.shardingjdbc.parser.internal.ast.TableReference.DeltaTable;
import org.shardingjdbc.parser.internal.ast.TableReference.DerivedTable;
import org.shardingjdbc.parser.internal.ast.TableReference.JoinedTable;
import org.shardingjdbc.parser.internal.ast.TableReference.NamedTable;
import org.shardingjdbc.plan.internal.fact.StoredColumn;
import org.shardingjdbc.plan.internal.syntax.Tree;
import org.shardingjdbc.route.internal.bind.BoundStatement;
import org.shardingjdbc.route.internal.bind.BoundTable;

/** Refuses constructs that use transformed columns without naming them. */
record TableUses(BoundStatement bound, TransformedTables tables, ColumnRefusals refusals, Lexis lexis) {
    void check() {
        Statement statement = bound.parsed().statement();
        Analysis analysis = bound.parsed().analysis();
        analysis.all(MergeStatement.class).forEach(merge -> refuse("MERGE", merge, tables.any()));
        analysis.all(DeltaTable.class).forEach(delta -> refuse("A table of changed rows", delta, tables.any()));
        analysis.all(TableBody.class).forEach(body -> refuse("TABLE", body, tables.anyIn(body)));
        analysis.all(JoinedTable.class).forEach(this::checkJoin);
        analysis.all(NamedTable.class).forEach(this::checkAliases);
        analysis.all(Literal.class).forEach(this::checkTyped);
        analysis.all(FunctionCall.class).forEach(this::checkCall);
        analysis.all(Clause.class).forEach(clause -> checkCondition(clause.condition()));
        analysis.all(CaseExpression.class).stream()
                .filter(choice -> choice.operand() == null)
                .forEach(choice -> choice.whens().forEach(when -> checkCondition(when.condition())));
        if (lexis.symbolsForLogic()) {
            // also where || was to put texts together
            analysis.all(Logical.class).forEach(logical -> logical.operands().forEach(this::checkCondition));
        }
        if (statement instanceof DdlStatement definition) {
            checkNames(definition);
        }
        if (statement instanceof OtherStatement other
                && other.kind() != OtherKind.LOCK_TABLES
                && other.kind() != OtherKind.UTILITY) {
            refuse(other.kind().name().replace('_', ' '), other, tables.anyIn(other));
        }
    }

    /** New names of tables and columns, by which no rule would know them. */
    private void checkNames(DdlStatement definition) {
        List<NamedTable> named = definition.tables();
        boolean renames = definition.kind() == DdlKind.RENAME_TABLE;
        int step = renames ? 2 : 1;
        for (int i = 0; i < named.size() && (renames || definition.renamedTo() != null); i += step) {
            StoredColumn column = tables.anyIn(named.get(i));
            if (column != null) {
                refusals.refuseName("The table", named.get(i), column);
            }
        }
        for (Identifier renamed : definition.renamedColumns()) {
            BoundTable table = bound.table(named.get(0));
            StoredColumn column = table == null ? null : tables.storedIn(table, renamed.text());
            if (column != null) {
                refusals.refuseName("The column", renamed, column);
            }
        }
    }

    private void refuse(String construct, Node use, @Nullable StoredColumn column) {
        if (column != null) {
            refusals.refuse(construct, use, column, "");
        }
    }

    /** A text behind a column's name, as where {@code =} was forgotten, reads as one of a type of that name. */
    private void checkTyped(Literal literal) {
        if (literal.kind() == LiteralKind.OTHER) {
            String text = String.valueOf(literal.value());
            refuseMistake(
                    "a text behind a column's name",
                    literal,
                    tables.any(column -> text.regionMatches(true, 0, column, 0, column.length())));
        }
    }

    /** The same, where IN was forgotten. */
    private void checkCall(FunctionCall call) {
        boolean ofTexts = call.arguments().stream()
                .anyMatch(argument -> argument instanceof Literal literal && literal.kind() == LiteralKind.STRING);
        if (ofTexts) {
            refuseMistake(
                    "texts behind a column's name",
                    call,
                    tables.any(
                            column -> column.equalsIgnoreCase(call.name().last().text())));
        }
    }

    /** A value by itself, as where a column's name was forgotten. */
    private void checkCondition(Expression condition) {
        boolean truth = condition instanceof Literal literal
                && (literal.kind() == LiteralKind.BOOLEAN
                        || literal.kind() == LiteralKind.NULL
                        || Long.valueOf(0).equals(literal.value())
                        || Long.valueOf(1).equals(literal.value()));
        if (condition instanceof Literal && !truth) {
            refuseMistake("a value by itself as a condition", condition, tables.any());
        }
    }

    private void refuseMistake(String found, Node node, @Nullable StoredColumn column) {
        if (column != null) {
            refusals.refuseMistake(found, node, column);
        }
    }

    /** Names by the places of columns, where the actual table has others. */
    private void checkAliases(NamedTable named) {
        if (!named.columnAliases().isEmpty()) {
            refuse("A list of column aliases", named, tables.differentIn(named));
        }
    }

    /** Columns that a join makes one, or names by their places. */
    private void checkJoin(JoinedTable join) {
        if (!join.columnAliases().isEmpty()) {
            refuse("A list of column aliases", join, tables.differentIn(join));
        }
        if (join.natural() || !join.using().isEmpty()) {
            String construct = join.natural() ? "NATURAL JOIN" : "USING";
            Tree.outsideQueries(join, DerivedTable.class)
                    .forEach(derived -> refuse(construct, join, tables.anyBelow(derived)));
            Tree.outsideQueries(join, NamedTable.class).stream()
                    .filter(named -> bound.table(named) == null)
                    .forEach(named -> refuse(construct, join, tables.any()));
        }
        for (NamedTable named : Tree.outsideQueries(join, NamedTable.class)) {
            BoundTable table = bound.table(named);
            List<StoredColumn> columns = table == null ? List.of() : tables.of(table);
            if (join.natural() && !columns.isEmpty()) {
                refuse("NATURAL JOIN", join, columns.get(0));
            }
            for (Identifier name : join.using()) {
                refuse("USING", name, table == null ? null : tables.column(table, name.text()));
            }
        }
    }
}
