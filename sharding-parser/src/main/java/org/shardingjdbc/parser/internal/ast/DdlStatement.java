package org.shardingjdbc.parser.internal.ast;

import java.util.List;
import org.jspecify.annotations.Nullable;
import org.shardingjdbc.parser.internal.ast.Statement.StatementVisitor;
import org.shardingjdbc.parser.internal.ast.TableReference.NamedTable;

/**
 * A definition statement. {@code tables} are those it defines, changes or drops (for an index the indexed table; for
 * RENAME TABLE alternating old and new); {@code references} those it only mentions (FOREIGN KEY ... REFERENCES, LIKE,
 * INHERITS), {@code patterns} those among them whose columns a new table takes (LIKE); {@code objects} all other names
 * that must be unique in a schema; {@code columns} those of CREATE TABLE, for a view names only; {@code uniqueKeys}
 * those that it makes for its first table; {@code query} is that of a view or CREATE TABLE AS, else null; {@code tail}
 * is what is said behind that, else null; {@code conditional} for IF [NOT] EXISTS; {@code renamedTo} for ALTER TABLE ..
 * RENAME TO, else null; {@code renamedColumns} those to which ALTER TABLE gives other names. For COMMENT ON COLUMN
 * {@code t.c}, {@code tables} holds {@code t}. {@code text} is all of it, for types, options and bodies are not in the
 * tree; it is empty of one that was made.
 */
public record DdlStatement(
        Span span,
        DdlKind kind,
        List<NamedTable> tables,
        List<NamedTable> references,
        List<NamedTable> patterns,
        List<ObjectName> objects,
        List<ColumnDefinition> columns,
        List<UniqueKey> uniqueKeys,
        @Nullable Query query,
        @Nullable Tail tail,
        boolean temporary,
        boolean conditional,
        boolean cascade,
        @Nullable NamedTable renamedTo,
        List<Identifier> renamedColumns,
        String text)
        implements Statement {
    public DdlStatement {
        tables = List.copyOf(tables);
        references = List.copyOf(references);
        patterns = List.copyOf(patterns);
        objects = List.copyOf(objects);
        columns = List.copyOf(columns);
        uniqueKeys = List.copyOf(uniqueKeys);
        renamedColumns = List.copyOf(renamedColumns);
    }

    /** DROP TABLE, made for a table. */
    public static DdlStatement drop(NamedTable table) {
        return new DdlStatement(
                Span.NONE,
                DdlKind.DROP_TABLE,
                List.of(table),
                List.of(),
                List.of(),
                List.of(),
                List.of(),
                List.of(),
                null,
                null,
                false,
                false,
                false,
                null,
                List.of(),
                "");
    }

    /** The same with another end behind its query. */
    public DdlStatement ending(Tail other) {
        return new DdlStatement(
                span,
                kind,
                tables,
                references,
                patterns,
                objects,
                columns,
                uniqueKeys,
                query,
                other,
                temporary,
                conditional,
                cascade,
                renamedTo,
                renamedColumns,
                text);
    }

    @Override
    public void accept(StatementVisitor visitor) {
        visitor.visit(this);
    }

    @Override
    public List<Node> children() {
        return Children.of(tables, references, objects, columns, query, renamedTo);
    }

    @Override
    public DdlStatement mapped(NodeMapper mapper) {
        return new DdlStatement(
                mapper.span(span),
                kind,
                mapper.nodes(tables),
                mapper.nodes(references),
                mapper.nodes(patterns),
                mapper.nodes(objects),
                mapper.nodes(columns),
                uniqueKeys,
                mapper.node(query),
                tail == null ? null : tail.mapped(mapper),
                temporary,
                conditional,
                cascade,
                mapper.node(renamedTo),
                mapper.nodes(renamedColumns),
                mapper.text(span, text));
    }

    /** What is said behind the query of CREATE TABLE AS or a view, and where. */
    public record Tail(Span span, TailKind kind) {
        Tail mapped(NodeMapper mapper) {
            return new Tail(mapper.span(span), kind);
        }
    }

    /** What may be said behind the query of a definition. */
    public enum TailKind {
        /** WITH DATA. */
        ROWS,
        /** WITH NO DATA. */
        NO_ROWS,
        /** WITH [CASCADED | LOCAL] CHECK OPTION of a view. */
        CHECK_OPTION,
        /** Something else behind a view. */
        OTHER
    }

    /** What a definition statement defines. */
    public enum DdlKind {
        CREATE_TABLE,
        ALTER_TABLE,
        DROP_TABLE,
        TRUNCATE_TABLE,
        RENAME_TABLE,
        CREATE_INDEX,
        ALTER_INDEX,
        DROP_INDEX,
        CREATE_VIEW,
        /** A materialized or recursive view. */
        CREATE_OTHER_VIEW,
        ALTER_VIEW,
        DROP_VIEW,
        CREATE_SEQUENCE,
        ALTER_SEQUENCE,
        DROP_SEQUENCE,
        CREATE_SCHEMA,
        ALTER_SCHEMA,
        DROP_SCHEMA,
        COMMENT,
        /** GRANT. */
        GRANT,
        /** REVOKE. */
        REVOKE,
        /** ANALYZE, OPTIMIZE, VACUUM, REINDEX, CHECK TABLE and their like. */
        MAINTAIN,
        /** Users, roles and tablespaces: what belongs to a server. */
        ACCOUNT,
        /** Triggers and events that are named without their table: what belongs to one place. */
        PLACED,
        /** Types, functions, extensions and all else that belongs to a database and that no table name decides. */
        OTHER
    }

    /**
     * The name of an index, a constraint or the like in a definition statement.
     *
     * @param table which of the statement's tables it says that it is of, {@code DROP INDEX name ON table}: a position
     *     in {@link DdlStatement#tables}; -1 where it is said of no name alone
     */
    public record ObjectName(Span span, ObjectKind kind, QualifiedName name, int table) implements Node {
        /** One of which no table is said. */
        public ObjectName(Span span, ObjectKind kind, QualifiedName name) {
            this(span, kind, name, -1);
        }

        /** The same of a table of its own. */
        public ObjectName of(int position) {
            return new ObjectName(span, kind, name, position);
        }

        @Override
        public List<Node> children() {
            return Children.of(name);
        }

        @Override
        public ObjectName mapped(NodeMapper mapper) {
            return new ObjectName(mapper.span(span), kind, mapper.node(name), table);
        }
    }

    /** What a name in a definition statement names, other than a table. */
    public enum ObjectKind {
        INDEX,
        CONSTRAINT,
        SEQUENCE,
        VIEW,
        TRIGGER,
        SCHEMA,
        COLUMN,
        OTHER
    }

    /**
     * A column of CREATE TABLE; {@code type} is as written. {@code autoIncrement} for AUTO_INCREMENT, SERIAL types and
     * identity columns.
     */
    public record ColumnDefinition(Span span, Identifier name, String type, boolean autoIncrement, boolean primaryKey)
            implements Node {
        @Override
        public List<Node> children() {
            return Children.of(name);
        }

        @Override
        public ColumnDefinition mapped(NodeMapper mapper) {
            return new ColumnDefinition(mapper.span(span), mapper.node(name), type, autoIncrement, primaryKey);
        }
    }

    /**
     * A primary or unique key that a definition makes. {@code columns} are the columns that belong to it as they are,
     * without quotes; an expression, or the beginning of a column, is none.
     */
    public record UniqueKey(List<String> columns) {
        public UniqueKey {
            columns = List.copyOf(columns);
        }
    }
}
