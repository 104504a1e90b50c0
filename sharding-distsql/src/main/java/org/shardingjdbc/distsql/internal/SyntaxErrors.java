package org.shardingjdbc.distsql.internal;

import org.antlr.v4.runtime.BaseErrorListener;
import org.antlr.v4.runtime.ParserRuleContext;
import org.antlr.v4.runtime.RecognitionException;
import org.antlr.v4.runtime.Recognizer;
import org.shardingjdbc.error.ErrorCode;
import org.shardingjdbc.error.ShardingException;

/** Raises the first mistake of a text, with its line and column from 1. Stateless. */
final class SyntaxErrors extends BaseErrorListener {
    @Override
    public void syntaxError(
            Recognizer<?, ?> recognizer, Object token, int line, int column, String message, RecognitionException e) {
        throw new ShardingException(ErrorCode.DISTSQL_SYNTAX, line, column + 1, message);
    }

    /** A mistake that the grammar lets pass. */
    static ShardingException at(ParserRuleContext part, String message) {
        return new ShardingException(
                ErrorCode.DISTSQL_SYNTAX,
                part.getStart().getLine(),
                part.getStart().getCharPositionInLine() + 1,
                message);
    }

    /** Something that is there and should not, or the other way round. */
    static ShardingException wrong(String message) {
        return new ShardingException(ErrorCode.DISTSQL_WRONG, message);
    }
}
