package org.shardingjdbc.parser.internal.build;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import org.antlr.v4.runtime.ParserRuleContext;
import org.shardingjdbc.parser.internal.ast.Expression;
import org.shardingjdbc.parser.internal.ast.Identifier;
import org.shardingjdbc.parser.internal.ast.OtherStatement;
import org.shardingjdbc.parser.internal.ast.OtherStatement.OtherKind;
import org.shardingjdbc.parser.internal.ast.SetStatement;
import org.shardingjdbc.parser.internal.ast.SetStatement.SetAssignment;
import org.shardingjdbc.parser.internal.ast.SetStatement.SetScope;
import org.shardingjdbc.parser.internal.ast.SetStatement.UseStatement;
import org.shardingjdbc.parser.internal.ast.Span;
import org.shardingjdbc.parser.internal.ast.Statement;
import org.shardingjdbc.parser.internal.ast.TransactionStatement;
import org.shardingjdbc.parser.internal.ast.TransactionStatement.TransactionKind;
import org.shardingjdbc.parser.internal.grammar.SqlGrammar;
import org.shardingjdbc.parser.internal.grammar.SqlGrammar.IdentifierContext;
import org.shardingjdbc.parser.internal.grammar.SqlGrammar.SetAtomContext;
import org.shardingjdbc.parser.internal.grammar.SqlGrammar.SetItemContext;
import org.shardingjdbc.parser.internal.grammar.SqlGrammar.SetNameContext;
import org.shardingjdbc.parser.internal.grammar.SqlGrammar.SetScopeContext;
import org.shardingjdbc.parser.internal.grammar.SqlGrammar.SetVariableContext;
import org.shardingjdbc.parser.internal.grammar.SqlGrammar.TransactionModeContext;
import org.shardingjdbc.parser.internal.grammar.SqlGrammarBaseVisitor;

/** Makes transaction control and settings. One per parse. */
final class SessionBuilder extends SqlGrammarBaseVisitor<Statement> {
    private final Leaves leaves;
    private final ExpressionBuilder expressions;
    private final boolean localIsSession;

    /** @param localIsSession whether LOCAL means the session, as in MySQL, and not the transaction */
    SessionBuilder(Leaves leaves, ExpressionBuilder expressions, boolean localIsSession) {
        this.leaves = leaves;
        this.expressions = expressions;
        this.localIsSession = localIsSession;
    }

    private String text(ParserRuleContext context) {
        return leaves.written(context);
    }

    // ---- transactions ----

    @Override
    public Statement visitBeginTransaction(SqlGrammar.BeginTransactionContext context) {
        return withModes(context, TransactionKind.BEGIN, context.transactionMode(), false);
    }

    @Override
    public Statement visitSetTransaction(SqlGrammar.SetTransactionContext context) {
        if (context.GLOBAL() != null) {
            Span value = Leaves.span(context.transactionMode());
            SetAssignment setting = new SetAssignment(
                    Leaves.span(context), "transaction", "TRANSACTION", leaves.text(value), List.of());
            return new SetStatement(Leaves.span(context), SetScope.GLOBAL, List.of(setting), false, text(context));
        }
        boolean session = context.SESSION() != null || localIsSession && context.LOCAL() != null;
        return withModes(context, TransactionKind.SET_TRANSACTION, context.transactionMode(), session);
    }

    private Statement withModes(
            ParserRuleContext context, TransactionKind kind, List<TransactionModeContext> modes, boolean session) {
        String isolation = null;
        Boolean readOnly = null;
        boolean snapshot = false;
        for (TransactionModeContext mode : modes) {
            if (mode.isolationLevel() != null) {
                isolation = ExpressionBuilder.words(mode.isolationLevel());
            } else if (mode.READ() != null) {
                readOnly = mode.ONLY() != null;
            }
            snapshot |= mode.CONSISTENT() != null;
        }
        return new TransactionStatement(
                Leaves.span(context), kind, null, isolation, readOnly, snapshot, session, false, text(context));
    }

    @Override
    public Statement visitCommitTransaction(SqlGrammar.CommitTransactionContext context) {
        return end(context, TransactionKind.COMMIT, context.AND() != null && context.NO(0) == null);
    }

    @Override
    public Statement visitRollbackTransaction(SqlGrammar.RollbackTransactionContext context) {
        return end(context, TransactionKind.ROLLBACK, context.AND() != null && context.NO(0) == null);
    }

    private Statement end(ParserRuleContext context, TransactionKind kind, boolean chain) {
        return new TransactionStatement(
                Leaves.span(context), kind, null, null, null, false, false, chain, text(context));
    }

    @Override
    public Statement visitRollbackToSavepoint(SqlGrammar.RollbackToSavepointContext context) {
        return savepoint(context, TransactionKind.ROLLBACK_TO_SAVEPOINT, context.identifier());
    }

    @Override
    public Statement visitSavepoint(SqlGrammar.SavepointContext context) {
        return savepoint(context, TransactionKind.SAVEPOINT, context.identifier());
    }

    @Override
    public Statement visitReleaseSavepoint(SqlGrammar.ReleaseSavepointContext context) {
        return savepoint(context, TransactionKind.RELEASE_SAVEPOINT, context.identifier());
    }

    private Statement savepoint(ParserRuleContext context, TransactionKind kind, IdentifierContext name) {
        return new TransactionStatement(
                Leaves.span(context), kind, leaves.identifier(name), null, null, false, false, false, text(context));
    }

    // ---- settings ----

    @Override
    public Statement visitSetSchemaStatement(SqlGrammar.SetSchemaStatementContext context) {
        Identifier schema = leaves.identifier(context.getStop());
        return new UseStatement(Leaves.span(context), schema, text(context));
    }

    @Override
    public Statement visitSetStatement(SqlGrammar.SetStatementContext context) {
        return settings(Leaves.span(context), context.setItem(), text(context));
    }

    /** What some items of a SET set, at least one. */
    SetStatement settings(Span span, List<SetItemContext> items, String text) {
        SetScope scope = scope(items.get(0));
        List<SetAssignment> assignments = new ArrayList<>();
        for (SetItemContext item : items) {
            assignments.add(assignment(item));
            scope = wider(scope, scope(item));
        }
        return new SetStatement(span, scope, assignments, false, text);
    }

    /** What concerns more than the session must not be mistaken for less. */
    private static SetScope wider(SetScope one, SetScope other) {
        if (one == other) {
            return one;
        }
        return one == SetScope.GLOBAL || other == SetScope.GLOBAL ? SetScope.GLOBAL : SetScope.SESSION;
    }

    private SetScope scope(SetItemContext item) {
        for (int at = 0; at < item.getChildCount(); at++) {
            if (item.getChild(at) instanceof SetScopeContext scope) {
                return switch (scope.getStart().getType()) {
                    case SqlGrammar.LOCAL -> localIsSession ? SetScope.SESSION : SetScope.LOCAL;
                    case SqlGrammar.SESSION -> SetScope.SESSION;
                    default -> SetScope.GLOBAL;
                };
            }
        }
        if (item instanceof SetVariableContext variable && variable.setName().T_VARIABLE() != null) {
            String name = variable.setName().getText().toLowerCase(Locale.ROOT);
            if (!name.startsWith("@@")) {
                return SetScope.USER;
            }
            return name.startsWith("@@global.") || name.startsWith("@@persist") ? SetScope.GLOBAL : SetScope.SESSION;
        }
        return SetScope.SESSION;
    }

    private SetAssignment assignment(SetItemContext item) {
        List<SetAtomContext> atoms = item.getRuleContexts(SetAtomContext.class);
        Span place = Leaves.span(item);
        Span value = new Span(Leaves.span(atoms).start(), place.stop());
        List<Expression> understood = new ArrayList<>();
        for (SetAtomContext atom : atoms) {
            if (atom.value() != null) {
                understood.add(expressions.expression(atom.value()));
            }
        }
        String before = leaves.text(new Span(place.start(), value.start())).strip();
        return new SetAssignment(place, name(item), before, leaves.text(value), understood);
    }

    private String name(SetItemContext item) {
        if (item instanceof SqlGrammar.SetNamesContext) {
            return "names";
        }
        if (item instanceof SqlGrammar.SetCharsetContext) {
            return "character set";
        }
        if (item instanceof SqlGrammar.SetTimeZoneContext) {
            return "time zone";
        }
        if (item instanceof SqlGrammar.SetRoleContext role) {
            return role.ROLE() == null ? "session authorization" : "role";
        }
        return name(((SetVariableContext) item).setName());
    }

    private String name(SetNameContext context) {
        if (context.name() != null) {
            return String.join(
                            ".",
                            leaves.name(context.name()).parts().stream()
                                    .map(Identifier::text)
                                    .toList())
                    .toLowerCase(Locale.ROOT);
        }
        if (context.T_VARIABLE() == null) {
            return context.getText().toLowerCase(Locale.ROOT);
        }
        String text = context.T_VARIABLE().getText().toLowerCase(Locale.ROOT);
        if (!text.startsWith("@@")) {
            return text;
        }
        for (String scope : List.of("global.", "session.", "local.", "persist.", "persist_only.")) {
            if (text.startsWith(scope, 2)) {
                return text.substring(2 + scope.length());
            }
        }
        return text.substring(2);
    }

    @Override
    public Statement visitResetStatement(SqlGrammar.ResetStatementContext context) {
        String name = rest(context);
        SetAssignment reset = new SetAssignment(Leaves.span(context), name, name, "DEFAULT", List.of());
        return new SetStatement(Leaves.span(context), SetScope.SESSION, List.of(reset), true, text(context));
    }

    private String rest(ParserRuleContext context) {
        StringBuilder words = new StringBuilder();
        for (int at = 1; at < context.getChildCount(); at++) {
            words.append(at == 1 ? "" : " ").append(context.getChild(at).getText());
        }
        return words.toString().toLowerCase(Locale.ROOT);
    }

    @Override
    public Statement visitDiscardStatement(SqlGrammar.DiscardStatementContext context) {
        return new OtherStatement(Leaves.span(context), OtherKind.UTILITY, List.of(), List.of(), text(context));
    }
}
