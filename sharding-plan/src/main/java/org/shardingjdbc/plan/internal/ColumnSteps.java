package org.shardingjdbc.plan.internal;

import com.github.benmanes.caffeine.cache.Cache;
import java.util.Optional;
import org.shardingjdbc.error.ErrorCode;
import org.shardingjdbc.error.ShardingException;
import org.shardingjdbc.parser.internal.ParsedSql;
import org.shardingjdbc.parser.internal.ast.DeleteStatement;
import org.shardingjdbc.parser.internal.ast.ExpressionItem;
import org.shardingjdbc.parser.internal.ast.InQuery;
import org.shardingjdbc.parser.internal.ast.InsertStatement;
import org.shardingjdbc.parser.internal.ast.Literal;
import org.shardingjdbc.parser.internal.ast.LiteralKind;
import org.shardingjdbc.parser.internal.ast.Node;
import org.shardingjdbc.parser.internal.ast.Parameter;
import org.shardingjdbc.parser.internal.ast.Quantified;
import org.shardingjdbc.parser.internal.ast.QuerySource;
import org.shardingjdbc.parser.internal.ast.QueryStatement;
import org.shardingjdbc.parser.internal.ast.ScalarQuery;
import org.shardingjdbc.parser.internal.ast.Select;
import org.shardingjdbc.parser.internal.ast.SelectItem;
import org.shardingjdbc.parser.internal.ast.Statement;
import org.shardingjdbc.parser.internal.ast.UpdateStatement;
import org.shardingjdbc.plan.internal.column.ColumnUses;
import org.shardingjdbc.plan.internal.column.UnnamedColumns;
import org.shardingjdbc.plan.internal.operator.BindSubqueries;
import org.shardingjdbc.plan.internal.operator.Decision;
import org.shardingjdbc.plan.internal.operator.SteppedExecution;
import org.shardingjdbc.plan.internal.pull.TransformedColumnReads;
import org.shardingjdbc.plan.internal.step.PlanTools;
import org.shardingjdbc.plan.internal.step.StepSource;
import org.shardingjdbc.plan.internal.step.Steps;
import org.shardingjdbc.plan.internal.subquery.SubquerySteps;
import org.shardingjdbc.plan.internal.syntax.Tree;
import org.shardingjdbc.plan.internal.write.InsertSteps;
import org.shardingjdbc.route.internal.bind.BoundStatement;
import org.shardingjdbc.rule.PlainValueUse;

/**
 * Finds the steps of statements over columns whose values rules transform, where the rules allow them: queries are
 * pulled as they are seen, and rows that a query makes are written as an application writes them. Safe for all threads.
 */
final class ColumnSteps {
    private final StepSource source;
    private final PulledSteps pulled;
    private final Cache<ParsedSql, InsertSteps> inserts = PulledSteps.keptByTree();
    /** By the tree that a plan holds; empty where no subqueries can be executed first. */
    private final Cache<ParsedSql, Optional<BindSubqueries>> subqueriesFirst = PulledSteps.keptByTree();

    ColumnSteps(StepSource source, PulledSteps pulled) {
        this.source = source;
        this.pulled = pulled;
    }

    /** @param parsed the statement; it is taken as one that is prepared, for its steps are */
    Steps of(ParsedSql parsed) {
        return new OfStatement(this, source.tools().parser().prepared(parsed));
    }

    /** The steps of one statement, to be found. Kept with its plan. */
    private static final class OfStatement implements Steps {
        private final ColumnSteps steps;
        private final ParsedSql written;
        /** With the columns that its stars mean; null before it is asked. What is found is kept by it. */
        private volatile ParsedSql named;

        OfStatement(ColumnSteps steps, ParsedSql written) {
            this.steps = steps;
            this.written = written;
        }

        @Override
        public Decision<SteppedExecution> find(Object[] parameters, ShardingException refusal) {
            return steps.find(parsed(), parameters, refusal);
        }

        @Override
        public Decision<SteppedExecution> findOthers(Object[] parameters, ShardingException refusal) {
            return steps.others(parsed(), parameters, refusal);
        }

        private ParsedSql parsed() {
            ParsedSql parsed = named;
            if (parsed == null) {
                parsed = steps.named(written);
                named = parsed;
            }
            return parsed;
        }
    }

    private Decision<SteppedExecution> find(ParsedSql parsed, Object[] parameters, ShardingException refusal) {
        BindSubqueries subqueries = parsed.settings() == null ? subqueriesFirst(parsed, refusal) : null;
        return subqueries == null
                ? others(parsed, parameters, refusal)
                : new Decision.Proved<>(subqueries.refusedWith(refusal));
    }

    private BindSubqueries subqueriesFirst(ParsedSql parsed, ShardingException refusal) {
        Optional<BindSubqueries> known = subqueriesFirst.getIfPresent(parsed);
        if (known == null) {
            known = Optional.ofNullable(findSubqueriesFirst(parsed, refusal));
            subqueriesFirst.put(parsed, known);
        }
        return known.orElse(null);
    }

    /**
     * The subqueries to execute first, whose values are compared where they stood. Each use of a column is proved in
     * the whole statement: so what a subquery shows of one is only compared with what is stored alike.
     */
    private BindSubqueries findSubqueriesFirst(ParsedSql parsed, ShardingException refusal) {
        Statement statement = parsed.statement();
        boolean read = statement instanceof QueryStatement;
        if (!read && !(statement instanceof UpdateStatement) && !(statement instanceof DeleteStatement)) {
            return null;
        }
        PlanTools tools = source.tools();
        BoundStatement bound = tools.binder().bind(parsed);
        TransformedColumnReads seen = new TransformedColumnReads(bound, tools.actualTables());
        boolean shown = Tree.any(statement, node -> isValue(node) && seen.showColumns(node));
        return shown || !ColumnUses.areProved(bound, tools.rules(), tools.catalog(), tools.dialect())
                ? null
                : new SubquerySteps(source.planner(), tools, parsed, refusal).plan();
    }

    /** Whether the rows of a query in it are compared, or are a value. */
    private static boolean isValue(Node node) {
        return node instanceof ScalarQuery || node instanceof InQuery || node instanceof Quantified;
    }

    private Decision<SteppedExecution> others(ParsedSql parsed, Object[] parameters, ShardingException refusal) {
        boolean copies = parsed.statement() instanceof InsertStatement insert && insert.source() instanceof QuerySource;
        if (parsed.settings() != null || !copies && !(parsed.statement() instanceof QueryStatement)) {
            return Steps.REFUSED_FOR_COLUMNS.find(parameters, refusal);
        }
        if (refusal.code() == ErrorCode.UNKNOWN_STATEMENT_ON_RULED_TABLE) {
            return new Decision.Refused<>(refusal);
        }
        String refused = refused(parsed, copies);
        if (refused != null) {
            return new Decision.Refused<>(refusal.again(refused));
        }
        return copies
                ? Decision.of(
                        inserts.get(parsed, made -> new InsertSteps(source, made, (InsertStatement) made.statement()))
                                .find(parameters),
                        refusal)
                : pulled.find(parsed, parameters, refusal);
    }

    /** Why the columns that are read must not be; null where they may. */
    private String refused(ParsedSql parsed, boolean copies) {
        BoundStatement bound = source.tools().binder().bind(parsed);
        Statement statement = parsed.statement();
        Node read = copies ? ((InsertStatement) statement).source() : statement;
        if (copies && Tree.any(read, node -> node instanceof Select select && givesValues(select))) {
            return "It is not answered from rows that are read, as the query would be told values to be written:"
                    + " give them by INSERT ... VALUES.";
        }
        TransformedColumnReads seen =
                new TransformedColumnReads(bound, source.tools().actualTables());
        if (copies && seen.leaveTheirColumns((InsertStatement) statement, (QuerySource) read)) {
            return "It is not answered from rows that are read, as values would be put into columns that are stored as"
                    + " they are.";
        }
        String columns = seen.refused(read, copies ? PlainValueUse.COPIED : PlainValueUse.PULLED);
        if (columns == null) {
            return null;
        }
        return copies
                ? "It is not answered from rows that are read, as rules do not allow that for " + columns + "."
                : "It is not answered from rows that are pulled, as no rule allows that (by its key pulled) for "
                        + columns + ".";
    }

    /**
     * Whether it selects what the statement gives: its SQL, and the values of its parameters, are in logs as they are.
     */
    private static boolean givesValues(Select select) {
        for (SelectItem item : select.items()) {
            boolean given = item instanceof ExpressionItem of && of.expression() instanceof Literal;
            if (given || Tree.any(item, ColumnSteps::isTextOrParameter)) {
                return true;
            }
        }
        return select.from().isEmpty();
    }

    private static boolean isTextOrParameter(Node node) {
        return node instanceof Parameter
                || node instanceof Literal literal && literal.kind() == LiteralKind.STRING
                || node instanceof Literal other && other.kind() == LiteralKind.OTHER;
    }

    /** The statement with the columns that its stars mean. */
    private ParsedSql named(ParsedSql parsed) {
        PlanTools tools = source.tools();
        return new UnnamedColumns(tools.rules(), tools.dialect(), tools.names())
                .complete(tools.binder().bind(parsed), tools.parser());
    }
}
