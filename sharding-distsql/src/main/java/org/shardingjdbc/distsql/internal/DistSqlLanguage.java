package org.shardingjdbc.distsql.internal;

import org.antlr.v4.runtime.CharStreams;
import org.antlr.v4.runtime.CommonTokenStream;
import org.shardingjdbc.distsql.internal.grammar.DistSqlLexer;
import org.shardingjdbc.distsql.internal.grammar.DistSqlParser;
import org.shardingjdbc.jdbc.command.Command;
import org.shardingjdbc.jdbc.command.CommandLanguage;

/** Reads DistSQL. Stateless. */
public final class DistSqlLanguage implements CommandLanguage {
    @Override
    public Command read(String sql) {
        return FirstWords.areOurs(sql) ? parse(sql) : null;
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
        return statement.change() == null
                ? new Commands.Question(statement.question().accept(new QuestionReader()))
                : new Commands.Change(statement.change().accept(new ChangeReader()));
    }
}
