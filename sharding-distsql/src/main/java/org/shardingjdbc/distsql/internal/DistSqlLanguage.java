package org.shardingjdbc.distsql.internal;

import java.util.List;
import org.antlr.v4.runtime.CharStreams;
import org.antlr.v4.runtime.CommonTokenStream;
import org.jspecify.annotations.Nullable;
import org.shardingjdbc.distsql.internal.grammar.DistSqlLexer;
import org.shardingjdbc.distsql.internal.grammar.DistSqlParser;
import org.shardingjdbc.distsql.internal.grammar.DistSqlParser.NameContext;
import org.shardingjdbc.distsql.internal.words.FirstWords;
import org.shardingjdbc.distsql.internal.words.RefusedStatements;
import org.shardingjdbc.error.ErrorCode;
import org.shardingjdbc.error.ShardingException;
import org.shardingjdbc.jdbc.command.Command;
import org.shardingjdbc.jdbc.command.CommandLanguage;

/** Reads DistSQL. Stateless. */
public final class DistSqlLanguage implements CommandLanguage {
    @Override
    public @Nullable Command read(String sql) {
        if (!FirstWords.areOurs(sql)) {
            if (FirstWords.areExplained(sql)) {
                throw new ShardingException(ErrorCode.DISTSQL_NOT_EXPLAINED);
            }
            return null;
        }
        RefusedStatements.check(FirstWords.of(sql));
        String previewed = FirstWords.previewed(sql);
        if (previewed != null) {
            return Commands.preview(statement(previewed, "PREVIEW is followed by the statement that is asked about"));
        }
        String formatted = FirstWords.formatted(sql);
        if (formatted != null) {
            return Commands.format(statement(formatted, "FORMAT is followed by the statement that is to be laid out"));
        }
        return parse(sql);
    }

    private static String statement(String text, String missing) {
        if (text.isBlank()) {
            throw new ShardingException(ErrorCode.DISTSQL_SYNTAX, 1, 1, missing);
        }
        return text.strip();
    }

    private static Command parse(String sql) {
        SyntaxErrors errors = new SyntaxErrors();
        DistSqlLexer lexer = new DistSqlLexer(CharStreams.fromString(sql));
        lexer.removeErrorListeners();
        lexer.addErrorListener(errors);
        DistSqlParser parser = new DistSqlParser(new CommonTokenStream(lexer));
        parser.removeErrorListeners();
        parser.addErrorListener(errors);
        DistSqlParser.StatementContext statement = parser.script().statement();
        if (statement.refresh() != null) {
            return refresh(statement.refresh());
        }
        if (statement.switchReplica() != null) {
            Features.require(statement.switchReplica());
            return ReplicaSwitch.of(statement.switchReplica());
        }
        if (statement.job() != null) {
            return JobStatements.of(statement.job());
        }
        return statement.change() == null
                ? new Commands.Question(statement.question().accept(new QuestionReader()))
                : change(statement.change());
    }

    private static Command change(DistSqlParser.ChangeContext text) {
        Command change = new Commands.Change(text.accept(new ChangeReader()));
        return text instanceof DistSqlParser.UnregisterUnitsContext units && units.IGNORE() == null
                ? new Commands.Unregistering(StatementTexts.of(units.names()), change)
                : change;
    }

    private static Command refresh(DistSqlParser.RefreshContext text) {
        boolean ofTable = text.TABLE() != null && !text.name().isEmpty();
        NameContext database = text.TABLE() == null ? text.name(0) : null;
        return new Commands.Refresh(
                ofTable ? List.of(StatementTexts.of(text.name(0))) : List.of(),
                configuration -> Questions.requireDatabase(database, configuration));
    }
}
