package org.shardingjdbc.parser.internal.ast;

import java.util.List;
import org.jspecify.annotations.Nullable;

/** What may stand in FROM. */
public sealed interface TableReference extends Node {
    /** Calls the method of {@code visitor} for this kind. */
    void accept(TableVisitor visitor);

    /**
     * A table by its name; {@code alias} may be null. {@code restricted} when something follows that selects among its
     * rows or pieces (PARTITION, TABLESAMPLE, AS OF). {@code only} for ONLY; {@code selection} and {@code hints} are
     * what is written before and behind the alias ({@code PARTITION (p0)}; {@code TABLESAMPLE}, {@code USE INDEX}), or
     * empty.
     */
    record NamedTable(
            Span span,
            QualifiedName name,
            @Nullable Identifier alias,
            List<Identifier> columnAliases,
            boolean restricted,
            boolean only,
            String selection,
            String hints)
            implements TableReference {
        public NamedTable {
            columnAliases = List.copyOf(columnAliases);
        }

        /** A table of which nothing more is said. */
        public NamedTable(
                Span span,
                QualifiedName name,
                @Nullable Identifier alias,
                List<Identifier> columnAliases,
                boolean restricted) {
            this(span, name, alias, columnAliases, restricted, false, "", "");
        }

        @Override
        public void accept(TableVisitor visitor) {
            visitor.visit(this);
        }

        @Override
        public List<Node> children() {
            return Children.of(name, alias, columnAliases);
        }

        /** What its columns are qualified with: the alias, else the last part of the name. */
        public Identifier exposedName() {
            return alias == null ? name.last() : alias;
        }

        @Override
        public NamedTable mapped(NodeMapper mapper) {
            return new NamedTable(
                    mapper.span(span),
                    mapper.node(name),
                    mapper.node(alias),
                    mapper.nodes(columnAliases),
                    restricted,
                    only,
                    selection,
                    hints);
        }
    }

    /**
     * {@code left JOIN right ON on | USING (using) AS usingAlias}, or with a name for the whole {@code (left JOIN right
     * ..) AS alias (columnAliases)}.
     *
     * @param on may be null
     * @param using may be empty
     * @param usingAlias what the columns of {@code using} are called together, beside the names of both sides; or null
     * @param alias hides the names of both sides; or null
     * @param straight whether it is written as STRAIGHT_JOIN
     */
    record JoinedTable(
            Span span,
            JoinKind kind,
            boolean natural,
            TableReference left,
            TableReference right,
            @Nullable Expression on,
            List<Identifier> using,
            @Nullable Identifier usingAlias,
            @Nullable Identifier alias,
            List<Identifier> columnAliases,
            boolean straight)
            implements TableReference {
        public JoinedTable {
            using = List.copyOf(using);
            columnAliases = List.copyOf(columnAliases);
        }

        /** A join whose sides keep their names. */
        public JoinedTable(
                Span span,
                JoinKind kind,
                boolean natural,
                TableReference left,
                TableReference right,
                @Nullable Expression on,
                List<Identifier> using) {
            this(span, kind, natural, left, right, on, using, null, null, List.of(), false);
        }

        /** The same join with a name for the whole. */
        public JoinedTable named(Span whole, Identifier name, List<Identifier> columns) {
            return new JoinedTable(whole, kind, natural, left, right, on, using, usingAlias, name, columns, straight);
        }

        @Override
        public void accept(TableVisitor visitor) {
            visitor.visit(this);
        }

        @Override
        public List<Node> children() {
            return Children.of(left, right, on, using, usingAlias, alias, columnAliases);
        }

        @Override
        public JoinedTable mapped(NodeMapper mapper) {
            return new JoinedTable(
                    mapper.span(span),
                    kind,
                    natural,
                    mapper.node(left),
                    mapper.node(right),
                    mapper.node(on),
                    mapper.nodes(using),
                    mapper.node(usingAlias),
                    mapper.node(alias),
                    mapper.nodes(columnAliases),
                    straight);
        }
    }

    /** How two tables are joined. STRAIGHT_JOIN is INNER. */
    enum JoinKind {
        INNER,
        /** CROSS JOIN, and the comma. */
        CROSS,
        LEFT,
        RIGHT,
        FULL
    }

    /** {@code [LATERAL] (query) [AS] alias (columnAliases)}; {@code alias} may be null. */
    record DerivedTable(
            Span span,
            boolean lateral,
            Query query,
            @Nullable Identifier alias,
            List<Identifier> columnAliases) implements TableReference {
        public DerivedTable {
            columnAliases = List.copyOf(columnAliases);
        }

        @Override
        public void accept(TableVisitor visitor) {
            visitor.visit(this);
        }

        @Override
        public List<Node> children() {
            return Children.of(query, alias, columnAliases);
        }

        @Override
        public DerivedTable mapped(NodeMapper mapper) {
            return new DerivedTable(
                    mapper.span(span), lateral, mapper.node(query), mapper.node(alias), mapper.nodes(columnAliases));
        }
    }

    /** Rows made by functions: UNNEST, generate_series, JSON_TABLE, ROWS FROM. */
    record FunctionTable(
            Span span,
            boolean lateral,
            List<Expression> calls,
            @Nullable Identifier alias,
            List<Identifier> columnAliases,
            FunctionTableForm form)
            implements TableReference {
        public FunctionTable {
            calls = List.copyOf(calls);
            columnAliases = List.copyOf(columnAliases);
        }

        /** The same rows for each row of what stands before. */
        public FunctionTable asLateral() {
            return new FunctionTable(span, true, calls, alias, columnAliases, form);
        }

        @Override
        public void accept(TableVisitor visitor) {
            visitor.visit(this);
        }

        @Override
        public List<Node> children() {
            return Children.of(calls, alias, columnAliases);
        }

        @Override
        public FunctionTable mapped(NodeMapper mapper) {
            return new FunctionTable(
                    mapper.span(span),
                    lateral,
                    mapper.nodes(calls),
                    mapper.node(alias),
                    mapper.nodes(columnAliases),
                    form);
        }
    }

    /**
     * How a table of functions is written, beside its calls and names.
     *
     * @param rowsFrom whether the calls stand in {@code ROWS FROM (...)}
     * @param definitions for each call the columns that it is defined with ({@code (a int, b text)}), or empty
     * @param ordinality whether the rows are numbered
     * @param types for each column alias its type, or empty
     */
    record FunctionTableForm(boolean rowsFrom, List<String> definitions, boolean ordinality, List<String> types) {
        public FunctionTableForm {
            definitions = List.copyOf(definitions);
            types = List.copyOf(types);
        }
    }

    /**
     * {@code FINAL TABLE (statement) [AS] alias (columnAliases)} of H2: the rows that a statement changes, which is
     * executed with the query.
     *
     * @param state of the rows, in upper case: {@code OLD}, {@code NEW} or {@code FINAL}
     * @param alias may be null
     */
    record DeltaTable(
            Span span,
            String state,
            Statement statement,
            @Nullable Identifier alias,
            List<Identifier> columnAliases) implements TableReference {
        public DeltaTable {
            columnAliases = List.copyOf(columnAliases);
        }

        @Override
        public void accept(TableVisitor visitor) {
            visitor.visit(this);
        }

        @Override
        public List<Node> children() {
            return Children.of(statement, alias, columnAliases);
        }

        @Override
        public DeltaTable mapped(NodeMapper mapper) {
            return new DeltaTable(
                    mapper.span(span), state, mapper.node(statement), mapper.node(alias), mapper.nodes(columnAliases));
        }
    }

    /** A method for each kind of a table, so that who asks for all kinds is told by the compiler of a new one. */
    interface TableVisitor {
        void visit(NamedTable namedTable);

        void visit(DerivedTable derivedTable);

        void visit(FunctionTable functionTable);

        void visit(JoinedTable joinedTable);

        void visit(DeltaTable deltaTable);
    }
}
