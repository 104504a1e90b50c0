package org.shardingjdbc.parser.internal;

import java.util.List;
import org.shardingjdbc.dialect.internal.Dialect;
import org.shardingjdbc.parser.internal.ast.QualifiedName;
import org.shardingjdbc.parser.internal.token.TextPart;

/** Reads SQL of one dialect into a tree. Immutable, shared by all threads; nothing is cached here. */
public final class SqlParser {
    private final Dialect dialect;
    private final StatementReader reader;

    public SqlParser(Dialect dialect) {
        this.dialect = dialect;
        this.reader = new StatementReader(dialect);
    }

    /** The dialect that this parser reads. */
    public Dialect dialect() {
        return dialect;
    }

    /**
     * Parses one statement.
     *
     * @param sql the text, with at most one statement and an optional trailing semicolon
     * @return never null; what the grammar does not know, and a text without a statement, comes as an
     *     {@link org.shardingjdbc.parser.internal.ast.UnparsedStatement}
     * @throws org.shardingjdbc.error.ShardingException when the text holds more than one statement, has an unterminated
     *     string or comment, or nests too deeply
     */
    public ParsedSql parse(String sql) {
        return reader.read(sql);
    }

    /**
     * As {@link #parse}, for a text to which nobody gives parameters: with PostgreSQL each {@code ?} is an operator
     * then, or a part of one.
     *
     * @throws org.shardingjdbc.error.ShardingException as there
     */
    public ParsedSql parsePlain(String sql) {
        return reader.readPlain(sql);
    }

    /**
     * The same statement as one that is prepared, in which a question mark that is an operator stands twice.
     *
     * @param plain what {@link #parsePlain} gave
     */
    public ParsedSql prepared(ParsedSql plain) {
        return plain.plain() ? parse(preparedText(plain.sql())) : plain;
    }

    /** The text of a statement as one that is prepared. */
    public String preparedText(String plain) {
        return reader.preparedText(plain);
    }

    /** The hints of a text that {@link #parse} accepts, as {@link ParsedSql#hints} has them. */
    public List<String> hints(String sql) {
        return reader.hints(sql);
    }

    /** The words of a statement as its tree keeps them, such as {@code text} of a definition: without comments. */
    public String written(String statement) {
        return reader.written(statement);
    }

    /**
     * The statements of a script.
     *
     * @param script statements with semicolons between them; none may have a body with semicolons of its own
     * @return without the semicolons, in their order; empty statements are left out
     * @throws org.shardingjdbc.error.ShardingException when a string or comment has no end
     */
    public List<String> statements(String script) {
        return reader.statements(script);
    }

    /**
     * The statements of a text that an application executes at once.
     *
     * @return at most one for a text that {@link #parse} takes; else in their order, with those that are empty where
     *     semicolons follow on one another
     * @throws org.shardingjdbc.error.ShardingException when a string or comment has no end
     */
    public List<TextPart> split(String sql) {
        return reader.split(sql);
    }

    /**
     * The names that a text mentions wherever they stand, also where the tree does not reach.
     *
     * @param sql a text that {@link #parse} accepts
     */
    public List<QualifiedName> names(String sql) {
        return reader.names(sql);
    }

    /**
     * A statement in lines: clauses begin lines, and conditions, joins and nested queries are indented. Nothing but
     * blanks between tokens changes.
     *
     * @throws org.shardingjdbc.error.ShardingException when a string, a quoted name or a comment has no end
     */
    public String layOut(String sql) {
        return reader.layOut(sql);
    }
}
