package org.shardingjdbc.parser.internal.token;

import java.util.ArrayList;
import java.util.List;
import org.shardingjdbc.parser.internal.grammar.SqlGrammar;

/**
 * Finds where the statements of a text end. A semicolon ends one unless it stands in parentheses, as in a rule of
 * PostgreSQL, or in the body of what is created: that lasts to the END of its outermost BEGIN. Not thread-safe; one per
 * text.
 */
public final class StatementEnds {
    private final String sql;
    private final SqlLexer lexer;
    private final List<TextPart> statements = new ArrayList<>();

    // of the statement that is read

    private int from;
    private int tokens;
    private int parentheses;
    private CompoundBody body = new CompoundBody();
    private int firstParameter;
    private int placeholders;
    private int largestNumber;

    /** @param lexer at the beginning of {@code sql} */
    public StatementEnds(String sql, SqlLexer lexer) {
        this.sql = sql;
        this.lexer = lexer;
    }

    /**
     * Reads the text once.
     *
     * @return in their order, with those that are empty but without the empty ones at the end
     * @throws org.shardingjdbc.error.ShardingException when a string, a quoted name or a comment has no end
     */
    public List<TextPart> read() {
        while (lexer.next()) {
            if (lexer.type == SqlGrammar.T_SEMICOLON && parentheses == 0 && !body.isOpen()) {
                end(lexer.start);
            } else {
                take();
            }
        }
        if (tokens > 0) {
            end(sql.length());
        }
        while (!statements.isEmpty() && statements.get(statements.size() - 1).isEmpty()) {
            statements.remove(statements.size() - 1);
        }
        return statements;
    }

    private void take() {
        switch (lexer.type) {
            case SqlGrammar.T_OPEN -> parentheses++;
            case SqlGrammar.T_CLOSE -> parentheses = Math.max(parentheses - 1, 0);
            case SqlGrammar.T_PARAMETER -> addParameter();
            default -> {
                // none of its words counts for more than that
            }
        }
        if (parentheses == 0) {
            body.take(sql.substring(lexer.start, lexer.stop()), lexer.word, lexer.type == SqlGrammar.T_STRING);
        }
        tokens++;
    }

    private void addParameter() {
        if (lexer.stop() == lexer.start + 1) {
            placeholders++;
            return;
        }
        int digits = lexer.stop() - lexer.start - 1;
        int number = digits > 9 ? Integer.MAX_VALUE : Integer.parseInt(sql, lexer.start + 1, lexer.stop(), 10);
        largestNumber = Math.max(largestNumber, number);
    }

    private void end(int stop) {
        boolean numbered = largestNumber > 0;
        String text = tokens == 0 ? "" : sql.substring(from, stop).strip();
        statements.add(new TextPart(text, numbered ? 0 : firstParameter, numbered ? largestNumber : placeholders));
        firstParameter += placeholders;
        placeholders = 0;
        largestNumber = 0;
        from = lexer.stop();
        tokens = 0;
        parentheses = 0;
        body = new CompoundBody();
    }
}
