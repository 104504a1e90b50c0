package org.shardingjdbc.parser.internal.ast;

import java.util.ArrayDeque;
import java.util.Deque;
import java.util.List;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import org.shardingjdbc.parser.internal.ast.DdlStatement.ColumnDefinition;
import org.shardingjdbc.parser.internal.ast.DdlStatement.ObjectName;
import org.shardingjdbc.parser.internal.ast.Expression.Between;
import org.shardingjdbc.parser.internal.ast.Expression.CallForm;
import org.shardingjdbc.parser.internal.ast.Expression.Cast;
import org.shardingjdbc.parser.internal.ast.Expression.CastForm;
import org.shardingjdbc.parser.internal.ast.Expression.ColumnReference;
import org.shardingjdbc.parser.internal.ast.Expression.Comparison;
import org.shardingjdbc.parser.internal.ast.Expression.FunctionCall;
import org.shardingjdbc.parser.internal.ast.Expression.InList;
import org.shardingjdbc.parser.internal.ast.Expression.InQuery;
import org.shardingjdbc.parser.internal.ast.Expression.IsTest;
import org.shardingjdbc.parser.internal.ast.Expression.Like;
import org.shardingjdbc.parser.internal.ast.Expression.Literal;
import org.shardingjdbc.parser.internal.ast.Expression.Logical;
import org.shardingjdbc.parser.internal.ast.Expression.Operation;
import org.shardingjdbc.parser.internal.ast.Expression.Parameter;
import org.shardingjdbc.parser.internal.ast.Expression.Quantified;
import org.shardingjdbc.parser.internal.ast.Expression.RowExpression;
import org.shardingjdbc.parser.internal.ast.Expression.SessionVariable;
import org.shardingjdbc.parser.internal.ast.GroupBy.GroupingElement;
import org.shardingjdbc.parser.internal.ast.InsertStatement.Overriding;
import org.shardingjdbc.parser.internal.ast.InsertStatement.Upsert;
import org.shardingjdbc.parser.internal.ast.MergeStatement.MergeAction;
import org.shardingjdbc.parser.internal.ast.OrderBy.SortItem;
import org.shardingjdbc.parser.internal.ast.Query.Locking;
import org.shardingjdbc.parser.internal.ast.QueryBody.Quantifier;
import org.shardingjdbc.parser.internal.ast.QueryBody.Select;
import org.shardingjdbc.parser.internal.ast.QueryBody.SetOperation;
import org.shardingjdbc.parser.internal.ast.SetStatement.SetAssignment;
import org.shardingjdbc.parser.internal.ast.TableReference.DeltaTable;
import org.shardingjdbc.parser.internal.ast.TableReference.DerivedTable;
import org.shardingjdbc.parser.internal.ast.TableReference.FunctionTable;
import org.shardingjdbc.parser.internal.ast.TableReference.FunctionTableForm;
import org.shardingjdbc.parser.internal.ast.TableReference.JoinedTable;
import org.shardingjdbc.parser.internal.ast.TableReference.NamedTable;
import org.shardingjdbc.parser.internal.ast.Window.Frame;
import org.shardingjdbc.parser.internal.ast.With.CommonTable;

/**
 * Prints a tree, one node a line, indented by depth: its kind, then what the record says beside its children. Two texts
 * that differ only in blanks and comments print alike. For tests and for looking at trees. Stateless.
 */
public final class TreePrinter {
    private TreePrinter() {}

    private record Line(Node node, int depth) {}

    /** The printed tree; each line ends with a line feed. */
    public static String print(Node root) {
        StringBuilder text = new StringBuilder();
        Deque<Line> open = new ArrayDeque<>();
        open.push(new Line(root, 0));
        while (!open.isEmpty()) {
            Line line = open.pop();
            Node node = line.node();
            text.append("  ".repeat(line.depth())).append(node.getClass().getSimpleName());
            String details = details(node);
            text.append(details.isEmpty() ? "" : " ").append(details).append('\n');
            List<Node> children = isName(node) ? List.of() : node.children();
            for (int at = children.size() - 1; at >= 0; at--) {
                open.push(new Line(children.get(at), line.depth() + 1));
            }
        }
        return text.toString();
    }

    /** Whether a node is all on its line. */
    private static boolean isName(Node node) {
        return node instanceof QualifiedName || node instanceof ColumnReference;
    }

    private static String dotted(List<Identifier> qualifier, Identifier last) {
        StringBuilder name = new StringBuilder();
        for (Identifier part : qualifier) {
            name.append(text(part)).append('.');
        }
        return name.append(text(last)).toString();
    }

    private static String text(Identifier identifier) {
        String mark = identifier.backticks() ? "`" : identifier.quoted() ? "\"" : "";
        return mark + identifier.text() + mark;
    }

    private static String details(Node node) {
        if (node instanceof Expression expression) {
            return ofExpression(expression);
        }
        if (node instanceof Statement statement) {
            return ofStatement(statement);
        }
        if (node instanceof Identifier identifier) {
            return text(identifier);
        }
        if (node instanceof TableReference reference) {
            return ofTable(reference);
        }
        return ofPart(node);
    }

    private static String ofExpression(Expression node) {
        if (node instanceof ColumnReference column) {
            return dotted(column.qualifier(), column.name());
        }
        if (node instanceof Literal literal) {
            return flags(
                    true, literal.kind(), "0x".equals(literal.prefix()), "0x", true, visible("" + literal.value()));
        }
        if (node instanceof Parameter parameter) {
            return parameter.index() + flags(parameter.numbered(), " numbered");
        }
        if (node instanceof Operation operation) {
            return operation.operator() + behind(operation.detail());
        }
        if (node instanceof Comparison comparison) {
            return comparison.operator().text();
        }
        if (node instanceof Logical logical) {
            return logical.operator().name();
        }
        if (node instanceof InList in) {
            return flags(in.negated(), "not");
        }
        if (node instanceof InQuery in) {
            return flags(in.negated(), "not");
        }
        if (node instanceof Between between) {
            return flags(between.negated(), "not", between.symmetric(), "symmetric");
        }
        if (node instanceof Like like) {
            return flags(like.negated(), "not", true, like.operator());
        }
        if (node instanceof IsTest test) {
            return flags(test.negated(), "not", true, test.test());
        }
        if (node instanceof Quantified quantified) {
            return quantified.operator() + (quantified.all() ? " all" : " any");
        }
        if (node instanceof FunctionCall call) {
            return flags(call.distinct(), "distinct", call.star(), "star", true, ofCall(call.form()));
        }
        if (node instanceof Cast cast) {
            return flags(cast.form() != CastForm.CAST, cast.form(), true, visible(cast.type()));
        }
        if (node instanceof RowExpression row) {
            return flags(row.keyword(), "keyword");
        }
        return node instanceof SessionVariable variable ? variable.text() : "";
    }

    private static String ofCall(CallForm form) {
        return flags(
                !form.words().isEmpty(),
                visible(form.words().toString()),
                form.separator() != null,
                "separator " + visible("" + form.separator()),
                !form.tail().isEmpty(),
                visible(form.tail()),
                form.withinGroup(),
                "within group",
                !form.modifiers().isEmpty(),
                form.modifiers(),
                form.bare(),
                "bare",
                form.escaped(),
                "escaped");
    }

    private static String behind(@Nullable String text) {
        return text == null || text.isEmpty() ? "" : " " + visible(text);
    }

    private static String visible(String text) {
        return text.replace("\n", "\\n").replace("\t", "\\t").replace("\r", "\\r");
    }

    private static String ofStatement(Statement node) {
        if (node instanceof DdlStatement ddl) {
            return flags(
                    true,
                    ddl.kind(),
                    ddl.temporary(),
                    "temporary",
                    ddl.conditional(),
                    "conditional",
                    ddl.cascade(),
                    "cascade");
        }
        if (node instanceof TransactionStatement transaction) {
            Boolean readOnly = transaction.readOnly();
            return flags(
                    true,
                    transaction.kind(),
                    transaction.isolation() != null,
                    transaction.isolation(),
                    readOnly != null,
                    Boolean.TRUE.equals(readOnly) ? "read only" : "read write",
                    transaction.session(),
                    "session",
                    transaction.chain(),
                    "chain");
        }
        if (node instanceof SetStatement set) {
            return set.scope() + flags(set.reset(), " reset");
        }
        if (node instanceof ShowStatement show) {
            return show.kind() + flags(show.full(), " full") + (show.like() == null ? "" : " like " + show.like());
        }
        if (node instanceof ExplainStatement explain) {
            return explain.kind() + flags(explain.analyze(), " analyze") + behind(explain.words());
        }
        if (node instanceof OtherStatement other) {
            return other.kind()
                    + behind(other.file() == null ? "" : other.file().toString());
        }
        return node instanceof UnparsedStatement unparsed ? unparsed.problem() : ofWrite(node);
    }

    private static String ofWrite(Statement node) {
        if (node instanceof InsertStatement insert) {
            boolean emptyList = insert.columns().isEmpty() && insert.columnsSpan() != null;
            return insert.kind()
                    + behind(String.join(" ", insert.modifiers()))
                    + flags(insert.merge(), " merge " + insert.keys().size())
                    + flags(emptyList, " ()")
                    + ofOverriding(insert.overriding());
        }
        if (node instanceof UpdateStatement update) {
            return flags(update.ignore(), "ignore", true, String.join(" ", update.modifiers()));
        }
        if (node instanceof DeleteStatement delete) {
            String modifiers = String.join(" ", delete.modifiers());
            return flags(delete.ignore(), "ignore", delete.joined(), "joined", true, modifiers);
        }
        return "";
    }

    private static String ofTable(TableReference node) {
        if (node instanceof JoinedTable join) {
            return flags(join.natural(), "NATURAL", true, join.kind().name(), join.straight(), "straight");
        }
        if (node instanceof NamedTable table) {
            return flags(table.restricted(), "restricted", table.only(), "only")
                    + behind(table.selection())
                    + behind(table.hints());
        }
        if (node instanceof DerivedTable table) {
            return flags(table.lateral(), "lateral");
        }
        if (node instanceof DeltaTable table) {
            return table.state();
        }
        return node instanceof FunctionTable table ? ofFunctions(table) : "";
    }

    private static String ofFunctions(FunctionTable table) {
        FunctionTableForm form = table.form();
        String types = String.join(", ", form.types());
        String definitions = String.join(" ", form.definitions());
        return flags(table.lateral(), "lateral", form.rowsFrom(), "rows from", form.ordinality(), "ordinality")
                + behind(definitions.isBlank() ? "" : definitions)
                + behind(types.replace(", ", "").isEmpty() ? "" : types);
    }

    private static String ofPart(Node node) {
        if (node instanceof QualifiedName name) {
            return dotted(name.parts().subList(0, name.parts().size() - 1), name.last());
        }
        if (node instanceof Select select) {
            return flags(
                            select.quantifier() != Quantifier.ALL,
                            select.quantifier().name(),
                            select.into() != null,
                            "into")
                    + behind(select.into() == null ? null : select.into().text())
                    + behind(select.modifiers().stream().map(Enum::name).collect(Collectors.joining(" ")));
        }
        if (node instanceof SetOperation operation) {
            return operation.operator() + flags(operation.all(), " all");
        }
        if (node instanceof GroupBy groupBy) {
            return groupBy.kind() + ofGroups(groupBy);
        }
        if (node instanceof SortItem item) {
            return (item.descending() ? "desc" : "asc")
                    + (item.nullOrder() == null ? "" : " nulls " + item.nullOrder());
        }
        if (node instanceof Limit limit) {
            return flags(
                    limit.count() != null,
                    "count",
                    limit.offset() != null,
                    "offset",
                    limit.percent(),
                    "percent",
                    limit.withTies(),
                    "ties",
                    limit.top(),
                    "top");
        }
        if (node instanceof Locking locking) {
            return locking.strength() + (locking.waiting() == null ? "" : " " + locking.waiting());
        }
        if (node instanceof With with) {
            return flags(with.recursive(), "recursive");
        }
        if (node instanceof Window window) {
            return window.frame() == null ? "" : ofFrame(window.frame());
        }
        return node instanceof SetAssignment set ? set.name() + " = " + set.value() : ofOtherPart(node);
    }

    private static String ofOverriding(@Nullable Overriding overriding) {
        return overriding == null ? "" : behind(overriding.user() ? "USER" : "SYSTEM");
    }

    private static String ofOtherPart(Node node) {
        if (node instanceof ObjectName object) {
            return object.kind().name();
        }
        if (node instanceof ColumnDefinition column) {
            return flags(true, column.type(), column.autoIncrement(), "increment", column.primaryKey(), "primary");
        }
        if (node instanceof Upsert upsert) {
            String classes = String.join(" ", upsert.operatorClasses());
            return upsert.kind() + behind(classes.isBlank() ? "" : classes);
        }
        if (node instanceof Assignment assignment) {
            String subscripts = String.join(" ", assignment.subscripts());
            return flags(assignment.row(), "row", !subscripts.isBlank(), subscripts);
        }
        if (node instanceof InsertRow row) {
            return flags(row.keyword(), "keyword");
        }
        if (node instanceof CommonTable table) {
            Boolean materialized = table.materialized();
            return materialized == null ? "" : materialized ? "materialized" : "not materialized";
        }
        if (node instanceof MergeAction action) {
            return flags(action.matched(), "matched", action.delete(), "delete") + ofOverriding(action.overriding());
        }
        return "";
    }

    private static String ofGroups(GroupBy groupBy) {
        StringBuilder shape = new StringBuilder();
        boolean plain = true;
        for (GroupingElement element : groupBy.elements()) {
            plain &= element.word().isEmpty()
                    && element.expressions().size() == 1
                    && element.direction().isEmpty();
            shape.append(' ').append(element.shape());
        }
        return flags(groupBy.distinct(), " distinct", !plain, shape) + behind(groupBy.extension());
    }

    private static String ofFrame(Frame frame) {
        return frame.unit() + " " + frame.start() + behind(frame.end()) + behind(frame.exclusion());
    }

    /** The words whose flag is set, a blank between them: flag, word, flag, word, ... */
    private static String flags(@Nullable Object... flagsAndWords) {
        StringBuilder words = new StringBuilder();
        for (int at = 0; at < flagsAndWords.length; at += 2) {
            if ((Boolean) flagsAndWords[at]) {
                words.append(words.isEmpty() || "".equals(flagsAndWords[at + 1]) ? "" : " ")
                        .append(flagsAndWords[at + 1]);
            }
        }
        return words.toString();
    }
}
