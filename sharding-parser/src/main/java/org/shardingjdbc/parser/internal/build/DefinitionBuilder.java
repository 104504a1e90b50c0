package org.shardingjdbc.parser.internal.build;

import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import org.antlr.v4.runtime.ParserRuleContext;
import org.antlr.v4.runtime.tree.ParseTree;
import org.jspecify.annotations.Nullable;
import org.shardingjdbc.parser.internal.ast.DdlStatement;
import org.shardingjdbc.parser.internal.ast.DdlStatement.ColumnDefinition;
import org.shardingjdbc.parser.internal.ast.DdlStatement.DdlKind;
import org.shardingjdbc.parser.internal.ast.DdlStatement.ObjectKind;
import org.shardingjdbc.parser.internal.ast.DdlStatement.ObjectName;
import org.shardingjdbc.parser.internal.ast.DdlStatement.Tail;
import org.shardingjdbc.parser.internal.ast.DdlStatement.TailKind;
import org.shardingjdbc.parser.internal.ast.DdlStatement.UniqueKey;
import org.shardingjdbc.parser.internal.ast.Identifier;
import org.shardingjdbc.parser.internal.ast.QualifiedName;
import org.shardingjdbc.parser.internal.ast.Query;
import org.shardingjdbc.parser.internal.ast.Span;
import org.shardingjdbc.parser.internal.ast.Statement;
import org.shardingjdbc.parser.internal.ast.TableReference.NamedTable;
import org.shardingjdbc.parser.internal.grammar.SqlGrammar;
import org.shardingjdbc.parser.internal.grammar.SqlGrammar.ColumnAttributeContext;
import org.shardingjdbc.parser.internal.grammar.SqlGrammar.ColumnDefinitionContext;
import org.shardingjdbc.parser.internal.grammar.SqlGrammar.CreateModifierContext;
import org.shardingjdbc.parser.internal.grammar.SqlGrammar.NameContext;
import org.shardingjdbc.parser.internal.grammar.SqlGrammar.TableNameContext;
import org.shardingjdbc.parser.internal.grammar.SqlGrammarBaseVisitor;
import org.shardingjdbc.parser.internal.token.SqlToken;

/**
 * Makes definition statements. Names inside a definition are gathered by a walk over its parse tree: the grammar gives
 * each kind of name a rule of its own. One per parse.
 */
final class DefinitionBuilder extends SqlGrammarBaseVisitor<Statement> {
    private static final Set<String> SERIALS =
            Set.of("SERIAL", "BIGSERIAL", "SMALLSERIAL", "SERIAL2", "SERIAL4", "SERIAL8", "IDENTITY");

    private final Leaves leaves;
    private final QueryBuilder queries;
    private final UniqueKeys keys;

    DefinitionBuilder(Leaves leaves, QueryBuilder queries) {
        this.leaves = leaves;
        this.queries = queries;
        this.keys = new UniqueKeys(leaves);
    }

    /** A definition in the making. */
    private final class Draft {
        private final ParserRuleContext context;
        private DdlKind kind;
        private final List<NamedTable> tables = new ArrayList<>();
        private final List<NamedTable> references = new ArrayList<>();
        private final List<NamedTable> patterns = new ArrayList<>();
        private final List<ObjectName> objects = new ArrayList<>();
        private final List<ColumnDefinition> columns = new ArrayList<>();
        private final Set<String> primaryKey = new HashSet<>();
        private final List<UniqueKey> uniqueKeys = new ArrayList<>();
        private @Nullable Query query;
        private @Nullable Tail tail;
        private boolean temporary;
        private boolean conditional;
        private boolean cascade;
        private @Nullable NamedTable renamedTo;
        private final List<Identifier> renamedColumns = new ArrayList<>();

        Draft(ParserRuleContext context, DdlKind kind) {
            this.context = context;
            this.kind = kind;
        }

        Draft table(TableNameContext... names) {
            for (TableNameContext name : names) {
                if (name != null) {
                    tables.add(leaves.table(name));
                }
            }
            return this;
        }

        Draft tables(List<TableNameContext> names) {
            tables.addAll(leaves.tables(names));
            return this;
        }

        Draft object(ObjectKind objectKind, List<NameContext> names) {
            for (NameContext name : names) {
                QualifiedName qualified = leaves.name(name);
                objects.add(new ObjectName(qualified.span(), objectKind, qualified));
            }
            return this;
        }

        Draft object(ObjectKind objectKind, ParserRuleContext identifier) {
            Identifier name = leaves.identifier(identifier);
            QualifiedName qualified = new QualifiedName(name.span(), List.of(name));
            objects.add(new ObjectName(name.span(), objectKind, qualified));
            return this;
        }

        /** Indexes, each with its table where the statement names one. */
        Draft indexes(List<SqlGrammar.OwnedIndexContext> indexes) {
            for (SqlGrammar.OwnedIndexContext index : indexes) {
                object(ObjectKind.INDEX, List.of(index.name())).table(index.tableName());
                if (index.tableName() != null) {
                    objects.add(objects.remove(objects.size() - 1).of(tables.size() - 1));
                }
            }
            return this;
        }

        Draft conditional(ParserRuleContext clause) {
            conditional |= clause != null;
            return this;
        }

        Draft cascade(SqlGrammar.DropBehaviorContext behavior) {
            cascade |= behavior != null && behavior.CASCADE() != null;
            return this;
        }

        /** The table of the column that a sequence belongs to. */
        Draft owner(List<SqlGrammar.SequenceOptionContext> options) {
            for (SqlGrammar.SequenceOptionContext option : options) {
                if (option.name() != null && option.name().identifier().size() > 1) {
                    references.add(qualifier(option.name()));
                }
            }
            return this;
        }

        /** The columns of a view. */
        Draft names(SqlGrammar.ColumnAliasesContext aliases) {
            if (aliases != null) {
                for (Identifier name : leaves.identifiers(aliases.identifier())) {
                    columns.add(new ColumnDefinition(name.span(), name, "", false, false));
                }
            }
            return this;
        }

        /** Marks the columns of PRIMARY KEY (...). */
        private List<ColumnDefinition> markedColumns() {
            List<ColumnDefinition> marked = new ArrayList<>(columns.size());
            for (ColumnDefinition column : columns) {
                boolean primary = column.primaryKey()
                        || primaryKey.contains(column.name().text().toLowerCase(Locale.ROOT));
                marked.add(new ColumnDefinition(
                        column.span(), column.name(), column.type(), column.autoIncrement(), primary));
            }
            return marked;
        }

        DdlStatement done() {
            return new DdlStatement(
                    Leaves.span(context),
                    kind,
                    tables,
                    references,
                    patterns,
                    objects,
                    markedColumns(),
                    uniqueKeys,
                    query,
                    tail,
                    temporary,
                    conditional,
                    cascade,
                    renamedTo,
                    renamedColumns,
                    leaves.written(context));
        }
    }

    /** Gathers the names inside of a definition, in text order. */
    private final class NameWalk extends SqlGrammarBaseVisitor<Void> {
        private final Draft draft;
        private final boolean withColumns;

        NameWalk(Draft draft, boolean withColumns) {
            this.draft = draft;
            this.withColumns = withColumns;
        }

        @Override
        public Void visitConstraintName(SqlGrammar.ConstraintNameContext context) {
            draft.object(ObjectKind.CONSTRAINT, context.identifier());
            return null;
        }

        @Override
        public Void visitConstraintBody(SqlGrammar.ConstraintBodyContext context) {
            boolean unique = context.PRIMARY() != null || context.UNIQUE() != null;
            if (unique && context.keyParts() != null) {
                draft.uniqueKeys.add(keys.of(context.keyParts()));
            }
            if (context.PRIMARY() != null && context.keyParts() != null) {
                for (SqlGrammar.KeyPartContext part : context.keyParts().keyPart()) {
                    if (part.identifier() != null) {
                        draft.primaryKey.add(
                                leaves.identifier(part.identifier()).text().toLowerCase(Locale.ROOT));
                    }
                }
            }
            return visitChildren(context);
        }

        @Override
        public Void visitIndexName(SqlGrammar.IndexNameContext context) {
            draft.object(ObjectKind.INDEX, context.identifier());
            return null;
        }

        @Override
        public Void visitTableName(TableNameContext context) {
            NamedTable table = leaves.table(context);
            draft.references.add(table);
            boolean pattern = context.getParent() instanceof SqlGrammar.CreateTableBodyContext body
                            && body.LIKE() != null
                    || context.getParent() instanceof SqlGrammar.TableElementContext element && element.LIKE() != null;
            if (pattern) {
                draft.patterns.add(table);
            }
            return null;
        }

        @Override
        public Void visitSequenceAttribute(SqlGrammar.SequenceAttributeContext context) {
            draft.object(ObjectKind.SEQUENCE, List.of(context.name()));
            return null;
        }

        @Override
        public Void visitAlterColumnPart(SqlGrammar.AlterColumnPartContext context) {
            if (context.name() != null) {
                draft.object(ObjectKind.SEQUENCE, List.of(context.name()));
            }
            return null;
        }

        @Override
        public Void visitSwitchTrigger(SqlGrammar.SwitchTriggerContext context) {
            draft.object(ObjectKind.TRIGGER, List.of(context.name()));
            return null;
        }

        @Override
        public Void visitRenameColumn(SqlGrammar.RenameColumnContext context) {
            draft.renamedColumns.add(leaves.identifier(context.identifier(0)));
            return null;
        }

        @Override
        public Void visitChangeColumn(SqlGrammar.ChangeColumnContext context) {
            Identifier before = leaves.identifier(context.identifier());
            Identifier after = leaves.identifier(context.columnDefinition().identifier());
            if (!before.text().equalsIgnoreCase(after.text())) {
                draft.renamedColumns.add(before);
            }
            return visitChildren(context);
        }

        @Override
        public Void visitAlterColumn(SqlGrammar.AlterColumnContext context) {
            if (context.alterColumnPart(0).getText().equalsIgnoreCase("RENAME")) {
                draft.renamedColumns.add(leaves.identifier(context.identifier()));
            }
            return visitChildren(context);
        }

        @Override
        public Void visitRenameTo(SqlGrammar.RenameToContext context) {
            draft.renamedTo = leaves.table(context.tableName());
            return null;
        }

        @Override
        public Void visitColumnDefinition(ColumnDefinitionContext context) {
            if (withColumns) {
                draft.columns.add(column(context));
            }
            if (UniqueKeys.isKey(context)) {
                draft.uniqueKeys.add(keys.of(context.identifier()));
            }
            return visitChildren(context);
        }

        @Override
        public Void visitQuery(SqlGrammar.QueryContext context) {
            draft.query = queries.query(context);
            return null;
        }

        @Override
        public Void visitIfNotExists(SqlGrammar.IfNotExistsContext context) {
            return null;
        }
    }

    private ColumnDefinition column(ColumnDefinitionContext context) {
        String type = context.columnType() == null ? "" : leaves.text(Leaves.span(context.columnType()));
        boolean increments = SERIALS.contains(type.toUpperCase(Locale.ROOT));
        boolean primary = false;
        for (ColumnAttributeContext attribute : context.columnAttribute()) {
            increments |= attribute instanceof SqlGrammar.AutoIncrementAttributeContext;
            primary |= attribute instanceof SqlGrammar.KeyAttributeContext;
        }
        return new ColumnDefinition(
                Leaves.span(context), leaves.identifier(context.identifier()), type, increments, primary);
    }

    private Draft gather(Draft draft, ParseTree below, boolean withColumns) {
        below.accept(new NameWalk(draft, withColumns));
        return draft;
    }

    /** Null where a table has no WITH [NO] DATA. */
    private static @Nullable Tail tail(SqlGrammar.CreateTableBodyContext table) {
        if (table.DATA() == null) {
            return null;
        }
        Span span = Leaves.span(table.WITH().getSymbol(), table.DATA().getSymbol());
        return new Tail(span, table.NO() == null ? TailKind.ROWS : TailKind.NO_ROWS);
    }

    /**
     * Null where there is none.
     *
     * @param words of a view, behind the WITH that follows its query
     */
    private static @Nullable Tail tail(List<SqlGrammar.OpaqueContext> words) {
        if (words.isEmpty()) {
            return null;
        }
        boolean checks = words.stream().anyMatch(word -> word.getStart().getType() == SqlGrammar.CHECK);
        return new Tail(Leaves.span(words), checks ? TailKind.CHECK_OPTION : TailKind.OTHER);
    }

    // ---- CREATE ----

    @Override
    public Statement visitCreateStatement(SqlGrammar.CreateStatementContext context) {
        Draft draft = create(context, context.createObject());
        for (CreateModifierContext modifier : context.createModifier()) {
            draft.temporary |= modifier.TEMPORARY() != null || modifier.TEMP() != null;
            boolean other = modifier.MATERIALIZED() != null || modifier.RECURSIVE() != null;
            draft.kind = other && draft.kind == DdlKind.CREATE_VIEW ? DdlKind.CREATE_OTHER_VIEW : draft.kind;
        }
        return draft.done();
    }

    private Draft create(ParserRuleContext context, SqlGrammar.CreateObjectContext object) {
        if (object instanceof SqlGrammar.CreateTableContext table) {
            Draft draft = new Draft(context, DdlKind.CREATE_TABLE)
                    .table(table.tableName())
                    .conditional(table.ifNotExists());
            draft.tail = tail(table.createTableBody());
            return gather(draft, table.createTableBody(), true);
        }
        if (object instanceof SqlGrammar.CreateIndexContext index) {
            List<NameContext> names = index.name() == null ? List.of() : List.of(index.name());
            Draft draft = new Draft(context, DdlKind.CREATE_INDEX)
                    .object(ObjectKind.INDEX, names)
                    .table(index.tableName())
                    .conditional(index.ifNotExists());
            UniqueKey key = context instanceof SqlGrammar.CreateStatementContext whole ? keys.of(whole, index) : null;
            if (key != null) {
                draft.uniqueKeys.add(key);
            }
            return draft;
        }
        if (object instanceof SqlGrammar.CreateViewContext view) {
            Draft draft = new Draft(context, DdlKind.CREATE_VIEW)
                    .object(ObjectKind.VIEW, List.of(view.name()))
                    .conditional(view.ifNotExists())
                    .names(view.columnAliases());
            draft.query = queries.query(view.query());
            draft.tail = tail(view.opaque());
            return draft;
        }
        if (object instanceof SqlGrammar.CreateSequenceContext sequence) {
            return new Draft(context, DdlKind.CREATE_SEQUENCE)
                    .object(ObjectKind.SEQUENCE, List.of(sequence.name()))
                    .conditional(sequence.ifNotExists())
                    .owner(sequence.sequenceOption());
        }
        if (object instanceof SqlGrammar.CreateSchemaContext schema) {
            List<NameContext> names = schema.name() == null ? List.of() : List.of(schema.name());
            return new Draft(context, DdlKind.CREATE_SCHEMA)
                    .object(ObjectKind.SCHEMA, names)
                    .conditional(schema.ifNotExists());
        }
        return new Draft(context, other(object));
    }

    /** The kind of a definition that begins with what it defines. */
    private static DdlKind other(ParserRuleContext object) {
        return switch (object.getStart().getType()) {
            case SqlGrammar.USER -> {
                boolean mapping = object.getChild(1).getText().equalsIgnoreCase("MAPPING");
                yield mapping ? DdlKind.OTHER : DdlKind.ACCOUNT;
            }
            case SqlGrammar.ROLE, SqlGrammar.TABLESPACE -> DdlKind.ACCOUNT;
            case SqlGrammar.EVENT -> DdlKind.PLACED;
            default -> DdlKind.OTHER;
        };
    }

    // ---- DROP ----

    @Override
    public Statement visitDropTable(SqlGrammar.DropTableContext context) {
        Draft draft = new Draft(context.getParent(), DdlKind.DROP_TABLE)
                .tables(context.tableName())
                .conditional(context.ifExists())
                .cascade(context.dropBehavior());
        draft.temporary = context.TEMPORARY() != null;
        return draft.done();
    }

    @Override
    public Statement visitDropIndex(SqlGrammar.DropIndexContext context) {
        Draft draft = new Draft(context.getParent(), DdlKind.DROP_INDEX)
                .indexes(context.ownedIndex())
                .conditional(context.ifExists());
        for (SqlGrammar.DropOptionContext option : context.dropOption()) {
            draft.cascade(option.dropBehavior());
        }
        return draft.done();
    }

    @Override
    public Statement visitDropView(SqlGrammar.DropViewContext context) {
        return new Draft(context.getParent(), DdlKind.DROP_VIEW)
                .object(ObjectKind.VIEW, context.name())
                .conditional(context.ifExists())
                .cascade(context.dropBehavior())
                .done();
    }

    @Override
    public Statement visitDropSequence(SqlGrammar.DropSequenceContext context) {
        return new Draft(context.getParent(), DdlKind.DROP_SEQUENCE)
                .object(ObjectKind.SEQUENCE, context.name())
                .conditional(context.ifExists())
                .cascade(context.dropBehavior())
                .done();
    }

    @Override
    public Statement visitDropSchema(SqlGrammar.DropSchemaContext context) {
        Draft draft = new Draft(context.getParent(), DdlKind.DROP_SCHEMA)
                .object(ObjectKind.SCHEMA, context.name())
                .conditional(context.ifExists());
        for (SqlGrammar.DropOptionContext option : context.dropOption()) {
            draft.cascade(option.dropBehavior());
        }
        return draft.done();
    }

    @Override
    public Statement visitDropTrigger(SqlGrammar.DropTriggerContext context) {
        return new Draft(context.getParent(), context.tableName() == null ? DdlKind.PLACED : DdlKind.OTHER)
                .object(ObjectKind.TRIGGER, List.of(context.name()))
                .table(context.tableName())
                .conditional(context.ifExists())
                .cascade(context.dropBehavior())
                .done();
    }

    @Override
    public Statement visitDropOther(SqlGrammar.DropOtherContext context) {
        return new Draft(context.getParent(), other(context)).done();
    }

    // ---- ALTER ----

    @Override
    public Statement visitAlterTable(SqlGrammar.AlterTableContext context) {
        Draft draft = new Draft(context.getParent(), DdlKind.ALTER_TABLE)
                .table(context.onlyName().tableName())
                .conditional(context.ifExists());
        for (SqlGrammar.AlterActionContext action : context.alterAction()) {
            gather(draft, action, false);
        }
        return draft.done();
    }

    @Override
    public Statement visitAlterIndex(SqlGrammar.AlterIndexContext context) {
        List<NameContext> renamed = context.name() == null ? List.of() : List.of(context.name());
        return new Draft(context.getParent(), DdlKind.ALTER_INDEX)
                .indexes(List.of(context.ownedIndex()))
                .object(ObjectKind.INDEX, renamed)
                .conditional(context.ifExists())
                .done();
    }

    @Override
    public Statement visitAlterView(SqlGrammar.AlterViewContext context) {
        Draft draft = new Draft(context.getParent(), DdlKind.ALTER_VIEW)
                .object(ObjectKind.VIEW, context.name())
                .conditional(context.ifExists());
        draft.names(context.columnAliases());
        draft.query = context.query() == null ? null : queries.query(context.query());
        draft.tail = context.query() == null ? null : tail(context.opaque());
        return draft.done();
    }

    @Override
    public Statement visitAlterSequence(SqlGrammar.AlterSequenceContext context) {
        return new Draft(context.getParent(), DdlKind.ALTER_SEQUENCE)
                .object(ObjectKind.SEQUENCE, context.name())
                .conditional(context.ifExists())
                .owner(context.sequenceOption())
                .done();
    }

    @Override
    public Statement visitAlterSchema(SqlGrammar.AlterSchemaContext context) {
        List<NameContext> names = context.name() == null ? List.of() : List.of(context.name());
        return new Draft(context.getParent(), DdlKind.ALTER_SCHEMA)
                .object(ObjectKind.SCHEMA, names)
                .done();
    }

    @Override
    public Statement visitAlterOther(SqlGrammar.AlterOtherContext context) {
        return new Draft(context.getParent(), other(context)).done();
    }

    // ---- the rest ----

    @Override
    public Statement visitTruncateStatement(SqlGrammar.TruncateStatementContext context) {
        Draft draft = new Draft(context, DdlKind.TRUNCATE_TABLE);
        for (SqlGrammar.OnlyNameContext name : context.onlyName()) {
            draft.table(name.tableName());
        }
        for (SqlGrammar.OpaqueContext option : context.opaque()) {
            draft.cascade |= option.getText().equalsIgnoreCase("CASCADE");
        }
        return draft.done();
    }

    @Override
    public Statement visitRenameStatement(SqlGrammar.RenameStatementContext context) {
        Draft draft = new Draft(context, DdlKind.RENAME_TABLE).conditional(context.ifExists());
        for (SqlGrammar.RenameStepContext step : context.renameStep()) {
            draft.tables(step.tableName());
        }
        return draft.done();
    }

    @Override
    public Statement visitCommentStatement(SqlGrammar.CommentStatementContext context) {
        Draft draft = new Draft(context, DdlKind.COMMENT);
        SqlGrammar.CommentTargetContext target = context.commentTarget();
        if (target instanceof SqlGrammar.CommentTableContext table) {
            draft.table(table.tableName());
        } else if (target instanceof SqlGrammar.CommentColumnContext column) {
            commentColumn(draft, column);
        } else if (target instanceof SqlGrammar.CommentConstraintContext constraint) {
            ObjectKind kind = constraint.CONSTRAINT() == null ? ObjectKind.TRIGGER : ObjectKind.CONSTRAINT;
            draft.object(kind, constraint.identifier()).table(constraint.tableName());
        } else if (target instanceof SqlGrammar.CommentIndexContext index) {
            draft.indexes(List.of(index.ownedIndex()));
        } else if (target instanceof SqlGrammar.CommentObjectContext object) {
            ObjectKind kind =
                    switch (object.getStart().getType()) {
                        case SqlGrammar.SEQUENCE -> ObjectKind.SEQUENCE;
                        case SqlGrammar.SCHEMA, SqlGrammar.DATABASE -> ObjectKind.SCHEMA;
                        default -> ObjectKind.VIEW;
                    };
            draft.object(kind, List.of(object.name()));
        }
        return draft.done();
    }

    /** The table in {@code table.column}. */
    private NamedTable qualifier(NameContext column) {
        List<Identifier> parts = leaves.identifiers(column.identifier());
        int last = parts.size() - 1;
        Span span =
                new Span(parts.get(0).span().start(), parts.get(last - 1).span().stop());
        return new NamedTable(span, new QualifiedName(span, parts.subList(0, last)), null, List.of(), false);
    }

    private void commentColumn(Draft draft, SqlGrammar.CommentColumnContext context) {
        List<Identifier> parts = leaves.identifiers(context.name().identifier());
        int last = parts.size() - 1;
        if (last == 0) {
            throw new UnsupportedSyntaxException((SqlToken) context.getStop(), "a table's name before the column's");
        }
        draft.tables.add(qualifier(context.name()));
        QualifiedName column = new QualifiedName(parts.get(last).span(), List.of(parts.get(last)));
        draft.objects.add(new ObjectName(column.span(), ObjectKind.COLUMN, column));
    }

    @Override
    public Statement visitGrantStatement(SqlGrammar.GrantStatementContext context) {
        return grant(new Draft(context, DdlKind.GRANT), context.grantTarget());
    }

    @Override
    public Statement visitRevokeStatement(SqlGrammar.RevokeStatementContext context) {
        return grant(new Draft(context, DdlKind.REVOKE), context.grantTarget());
    }

    private Statement grant(Draft draft, SqlGrammar.GrantTargetContext target) {
        if (target == null) {
            return draft.done();
        }
        for (SqlGrammar.GrantedTableContext table : target.grantedTable()) {
            draft.table(table.tableName());
        }
        return draft.object(target.SEQUENCE() == null ? ObjectKind.VIEW : ObjectKind.SEQUENCE, target.name())
                .done();
    }

    @Override
    public Statement visitMaintainStatement(SqlGrammar.MaintainStatementContext context) {
        SqlGrammar.MaintenanceContext maintenance = context.maintenance();
        Draft draft = new Draft(context, DdlKind.MAINTAIN).table(maintenance.tableName());
        for (SqlGrammar.MaintainedTableContext table : maintenance.maintainedTable()) {
            draft.table(table.tableName());
        }
        if (maintenance.ownedIndex() != null) {
            draft.indexes(List.of(maintenance.ownedIndex()));
        }
        if (maintenance.indexName() != null) {
            draft.object(ObjectKind.INDEX, maintenance.indexName().identifier());
        }
        if (maintenance.name() != null) {
            maintained(draft, maintenance);
        }
        return draft.done();
    }

    private void maintained(Draft draft, SqlGrammar.MaintenanceContext context) {
        if (context.TABLE() != null) {
            QualifiedName name = leaves.name(context.name());
            draft.tables.add(new NamedTable(name.span(), name, null, List.of(), false));
        } else {
            draft.object(context.VIEW() == null ? ObjectKind.SCHEMA : ObjectKind.VIEW, List.of(context.name()));
        }
    }
}
