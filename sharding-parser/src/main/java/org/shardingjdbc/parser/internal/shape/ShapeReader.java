package org.shardingjdbc.parser.internal.shape;

import java.util.Arrays;
import org.shardingjdbc.dialect.internal.Dialect;
import org.shardingjdbc.parser.internal.ast.Expression.LiteralKind;
import org.shardingjdbc.parser.internal.grammar.SqlGrammar;
import org.shardingjdbc.parser.internal.token.SqlLexer;
import org.shardingjdbc.parser.internal.token.Vocabularies;

/**
 * Finds the literals of a statement that say nothing but a value: those that a column or an expression is compared with
 * (also in IN and BETWEEN) in WHERE and ON, those that SET assigns or adds, and the cells of an INSERT's rows. A
 * parameter in the place of such a literal means the same. All others stay part of the text, for they may be its
 * structure: what stands in a select list names and types columns, in ORDER BY it is an ordinal, in LIMIT it bounds a
 * merge, and so on.
 *
 * <p>It does not parse: it follows which clause each parenthesis is in, and looks at the tokens before and behind each
 * literal. Where it is not sure, the literal stays, which costs a plan and never an answer. Not thread-safe; one per
 * text.
 */
public final class ShapeReader {
    /** Nothing of a statement but its first words and its CTEs. */
    private static final int HEAD = 0;
    /** Behind FROM, JOIN, UPDATE. */
    private static final int SOURCES = 1;
    /** Behind the ON of a join. */
    private static final int JOINED = 2;
    /** Behind WHERE, and parentheses within conditions. */
    private static final int CONDITION = 3;
    /** Behind SET. */
    private static final int ASSIGNMENTS = 4;
    /** Behind the VALUES of an INSERT. */
    private static final int ROWS = 5;
    /** One of its rows. */
    private static final int ROW = 6;
    /** Behind IN. */
    private static final int LIST = 7;
    /** Select lists, ORDER BY and all else: literals stay until another clause begins. */
    private static final int FIXED = 8;
    /** Within such a clause: whatever is there stays. */
    private static final int LOCKED = 9;

    private static final int BITS = 4;
    private static final int DEEPEST = Long.SIZE / BITS - 1;
    private static final int MAX_LITERALS = 512;
    private static final int ENTRIES = 3;

    private final String sql;
    private final SqlLexer lexer;

    private int[] slots = new int[ENTRIES * 4];
    private int count;

    /** The clauses of the open parentheses, the innermost in the lowest bits. */
    private long outer;

    private int clause = HEAD;
    private int depth;
    private boolean update;
    private boolean insert;
    private boolean ended;

    private int type;
    private int previous;
    private int previousStart;
    private int previousStop;
    private boolean previousOperand;
    private int second;
    private boolean secondOperand;
    private boolean thirdOperand;
    private boolean pending;
    private boolean low;
    private boolean high;

    public ShapeReader(String sql, Dialect dialect, Vocabularies vocabularies) {
        this.sql = sql;
        this.lexer = new SqlLexer(sql, dialect, vocabularies.keywords(), null);
    }

    /**
     * Reads the text once.
     *
     * @return whether there is a literal that may be left out
     * @throws org.shardingjdbc.error.ShardingException when a string, a quoted name or a comment has no end
     */
    public boolean read() {
        if (!lexer.next() || !begins(lexer.type())) {
            return false;
        }
        do {
            boolean name = lexer.word() && previous == SqlGrammar.T_DOT;
            type = name ? SqlGrammar.T_IDENTIFIER : lexer.type();
            if (!read(type)) {
                return false;
            }
            advance();
        } while (lexer.next());
        if (pending && !low) {
            count++;
        }
        return count > 0 && depth == 0;
    }

    private static boolean begins(int type) {
        return switch (type) {
            case SqlGrammar.SELECT,
                    SqlGrammar.INSERT,
                    SqlGrammar.UPDATE,
                    SqlGrammar.DELETE,
                    SqlGrammar.REPLACE,
                    SqlGrammar.WITH -> true;
            default -> false;
        };
    }

    private void advance() {
        thirdOperand = secondOperand;
        second = previous;
        secondOperand = previousOperand;
        previous = type;
        previousStart = lexer.start();
        previousStop = lexer.stop();
        previousOperand = type == SqlGrammar.T_CLOSE
                || type == SqlGrammar.T_QUOTED
                || lexer.word() && type != SqlGrammar.NULL && type != SqlGrammar.TRUE && type != SqlGrammar.FALSE;
    }

    /** Three numbers for each literal: where it starts, where it stops, the ordinal of its kind. */
    public int[] slots() {
        return slots;
    }

    public int count() {
        return count;
    }

    private boolean read(int type) {
        if (pending) {
            settle(type);
        } else if (high && type != SqlGrammar.T_MINUS) {
            boolean bound = previous == SqlGrammar.T_MINUS ? second == SqlGrammar.AND : previous == SqlGrammar.AND;
            high = bound && isLiteral(type);
        }
        if (ended) {
            return type == SqlGrammar.T_SEMICOLON;
        }
        switch (type) {
            case SqlGrammar.T_STRING -> string();
            case SqlGrammar.T_INTEGER -> number(LiteralKind.INTEGER);
            case SqlGrammar.T_DECIMAL -> number(LiteralKind.DECIMAL);
            case SqlGrammar.T_OPEN -> {
                return open();
            }
            case SqlGrammar.T_CLOSE -> {
                return close();
            }
            case SqlGrammar.T_COMMA -> clause = clause == JOINED ? SOURCES : clause;
            case SqlGrammar.T_SEMICOLON -> ended = depth == 0;
            case SqlGrammar.T_PARAMETER, SqlGrammar.T_VERSION_COMMENT -> {
                return false;
            }
            default -> word(type);
        }
        return count < MAX_LITERALS;
    }

    private static boolean isLiteral(int type) {
        return type == SqlGrammar.T_STRING || type == SqlGrammar.T_INTEGER || type == SqlGrammar.T_DECIMAL;
    }

    // ---- literals ----

    private void string() {
        if (sql.charAt(lexer.start()) == '\'' && !isSign(previous)) {
            offer(lexer.start(), LiteralKind.STRING, previous, second, secondOperand);
        }
    }

    private void number(LiteralKind kind) {
        if (previous == SqlGrammar.T_MINUS && previousStop == lexer.start()) {
            boolean afterOperator = second != SqlGrammar.T_CLOSE && !secondOperand || isOpener(second);
            if (afterOperator) {
                offer(previousStart, kind, second, SqlGrammar.T_MINUS, thirdOperand);
            }
            return;
        }
        offer(lexer.start(), kind, previous, second, secondOperand);
    }

    /** By which SET adds to what a column has. */
    private static boolean isSign(int type) {
        return type == SqlGrammar.T_PLUS || type == SqlGrammar.T_MINUS;
    }

    private static boolean isOpener(int type) {
        return type == SqlGrammar.LIKE || type == SqlGrammar.BETWEEN || type == SqlGrammar.AND;
    }

    /**
     * Takes a literal if it stands where a value does; the token behind it has still to agree.
     *
     * @param before the type of the token before it
     * @param operand whether the token before that ends an operand that is no literal
     */
    private void offer(int start, LiteralKind kind, int before, int beforeThat, boolean operand) {
        if (!isValue(before, operand)) {
            high = false;
            return;
        }
        pending = true;
        low = before == SqlGrammar.BETWEEN;
        high = false;
        if (slots.length < (count + 1) * ENTRIES) {
            slots = Arrays.copyOf(slots, slots.length * 2);
        }
        slots[count * ENTRIES] = start;
        slots[count * ENTRIES + 1] = lexer.stop();
        slots[count * ENTRIES + 2] = kind.ordinal();
    }

    private boolean isValue(int before, boolean operand) {
        switch (clause) {
            case CONDITION, JOINED, ASSIGNMENTS -> {
                return switch (before) {
                    case SqlGrammar.T_EQUAL,
                            SqlGrammar.T_NOT_EQUAL,
                            SqlGrammar.T_LESS,
                            SqlGrammar.T_LESS_EQUAL,
                            SqlGrammar.T_GREATER,
                            SqlGrammar.T_GREATER_EQUAL -> operand;
                    case SqlGrammar.LIKE, SqlGrammar.BETWEEN -> true;
                    case SqlGrammar.T_PLUS, SqlGrammar.T_MINUS -> operand && clause == ASSIGNMENTS;
                    case SqlGrammar.AND -> high;
                    default -> false;
                };
            }
            case ROW, LIST -> {
                return before == SqlGrammar.T_OPEN || before == SqlGrammar.T_COMMA;
            }
            default -> {
                return false;
            }
        }
    }

    /** The token behind a literal says whether the literal is all of the value. */
    private void settle(int behind) {
        pending = false;
        if (low) {
            low = false;
            high = behind == SqlGrammar.AND;
            if (high) {
                count++;
            }
        } else if (ends(behind)) {
            count++;
        }
    }

    private static boolean ends(int behind) {
        return switch (behind) {
            case SqlGrammar.T_CLOSE,
                    SqlGrammar.T_COMMA,
                    SqlGrammar.T_SEMICOLON,
                    SqlGrammar.AND,
                    SqlGrammar.OR,
                    SqlGrammar.SET,
                    SqlGrammar.FROM,
                    SqlGrammar.WHERE,
                    SqlGrammar.GROUP,
                    SqlGrammar.ORDER,
                    SqlGrammar.HAVING,
                    SqlGrammar.LIMIT,
                    SqlGrammar.OFFSET,
                    SqlGrammar.FETCH,
                    SqlGrammar.FOR,
                    SqlGrammar.UNION,
                    SqlGrammar.EXCEPT,
                    SqlGrammar.INTERSECT,
                    SqlGrammar.RETURNING,
                    SqlGrammar.ON,
                    SqlGrammar.JOIN,
                    SqlGrammar.LEFT,
                    SqlGrammar.RIGHT,
                    SqlGrammar.INNER,
                    SqlGrammar.FULL,
                    SqlGrammar.CROSS,
                    SqlGrammar.NATURAL -> true;
            default -> false;
        };
    }

    // ---- clauses ----

    private boolean open() {
        if (depth == DEEPEST) {
            return false;
        }
        outer = outer << BITS | clause;
        depth++;
        clause = switch (clause) {
            case HEAD, SOURCES -> clause;
            case CONDITION, JOINED, ASSIGNMENTS -> previous == SqlGrammar.IN ? LIST : CONDITION;
            case ROWS -> previous == SqlGrammar.VALUES || previous == SqlGrammar.T_COMMA ? ROW : LOCKED;
            default -> LOCKED;
        };
        return true;
    }

    private boolean close() {
        if (depth == 0) {
            return false;
        }
        depth--;
        clause = (int) (outer & (1 << BITS) - 1);
        outer >>>= BITS;
        return true;
    }

    private void word(int type) {
        if (clause == LOCKED || clause == ROW) {
            return;
        }
        switch (type) {
            case SqlGrammar.FROM -> clause = previous == SqlGrammar.DISTINCT || clause == LIST ? clause : SOURCES;
            case SqlGrammar.JOIN -> clause = clause == JOINED ? SOURCES : clause;
            case SqlGrammar.ON -> clause = clause == SOURCES || clause == JOINED ? JOINED : FIXED;
            case SqlGrammar.WHERE ->
                clause = clause == SOURCES || clause == JOINED || clause == ASSIGNMENTS ? CONDITION : FIXED;
            case SqlGrammar.SET -> clause = assigns() ? ASSIGNMENTS : FIXED;
            case SqlGrammar.VALUES -> clause = values();
            case SqlGrammar.INSERT, SqlGrammar.REPLACE -> insert |= depth == 0 && clause == HEAD;
            case SqlGrammar.UPDATE -> update();
            case SqlGrammar.SELECT,
                    SqlGrammar.GROUP,
                    SqlGrammar.ORDER,
                    SqlGrammar.HAVING,
                    SqlGrammar.LIMIT,
                    SqlGrammar.OFFSET,
                    SqlGrammar.FETCH,
                    SqlGrammar.FOR,
                    SqlGrammar.WINDOW,
                    SqlGrammar.QUALIFY,
                    SqlGrammar.RETURNING,
                    SqlGrammar.UNION,
                    SqlGrammar.EXCEPT,
                    SqlGrammar.INTERSECT,
                    SqlGrammar.MINUS,
                    SqlGrammar.WITH -> clause = type == SqlGrammar.WITH && clause == HEAD ? HEAD : FIXED;
            default -> {
                // no clause begins
            }
        }
    }

    private boolean assigns() {
        return previous == SqlGrammar.UPDATE
                || depth == 0 && (update && (clause == SOURCES || clause == JOINED) || insert && clause == HEAD);
    }

    private int values() {
        if (clause == ASSIGNMENTS) {
            // MySQL's function
            return clause;
        }
        return depth == 0 && insert && clause == HEAD ? ROWS : FIXED;
    }

    private void update() {
        if (depth == 0 && clause == HEAD) {
            update = true;
            clause = SOURCES;
        } else {
            clause = previous == SqlGrammar.KEY && clause == FIXED ? ASSIGNMENTS : FIXED;
        }
    }
}
