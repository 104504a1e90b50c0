package org.shardingjdbc.parser.internal.ast;

import java.util.List;
import org.jspecify.annotations.Nullable;
import org.shardingjdbc.parser.internal.ast.DdlStatement.DdlKind;
import org.shardingjdbc.parser.internal.ast.Statement.StatementVisitor;

/**
 * A statement that the grammar does not know. {@code mentionedNames} are all identifiers of its tokens, dotted ones
 * together; {@code line} and {@code column} (both 1-based) are the place where parsing stopped, {@code found} and
 * {@code expected} what was there and what could have been, {@code problem} the whole sentence. {@code query} when it
 * starts like one that returns rows; {@code definition} is OTHER or ACCOUNT when it starts like the definition of
 * something that no table name decides (CREATE FUNCTION, DROP AGGREGATE), else null. {@code text} is all of it.
 */
public record UnparsedStatement(
        Span span,
        List<QualifiedName> mentionedNames,
        String problem,
        int line,
        int column,
        String found,
        String expected,
        boolean query,
        @Nullable DdlKind definition,
        @Nullable String text)
        implements Statement {
    public UnparsedStatement {
        mentionedNames = List.copyOf(mentionedNames);
    }

    /** A statement that is not printed. */
    public UnparsedStatement(
            Span span,
            List<QualifiedName> mentionedNames,
            String problem,
            int line,
            int column,
            String found,
            String expected,
            boolean query,
            @Nullable DdlKind definition) {
        this(span, mentionedNames, problem, line, column, found, expected, query, definition, null);
    }

    @Override
    public void accept(StatementVisitor visitor) {
        visitor.visit(this);
    }

    @Override
    public List<Node> children() {
        return Children.of(mentionedNames);
    }

    @Override
    public UnparsedStatement mapped(NodeMapper mapper) {
        return new UnparsedStatement(
                mapper.span(span),
                mapper.nodes(mentionedNames),
                problem,
                line,
                column,
                found,
                expected,
                query,
                definition,
                mapper.text(span, text));
    }
}
