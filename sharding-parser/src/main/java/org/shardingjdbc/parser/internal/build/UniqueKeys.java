package org.shardingjdbc.parser.internal.build;

import java.util.ArrayList;
import java.util.List;
import org.antlr.v4.runtime.ParserRuleContext;
import org.antlr.v4.runtime.Token;
import org.antlr.v4.runtime.tree.ParseTree;
import org.antlr.v4.runtime.tree.TerminalNode;
import org.jspecify.annotations.Nullable;
import org.shardingjdbc.parser.internal.ast.DdlStatement.UniqueKey;
import org.shardingjdbc.parser.internal.grammar.SqlGrammar;

/** Reads the columns of unique keys out of definitions. One per parse. */
final class UniqueKeys {
    private final Leaves leaves;

    UniqueKeys(Leaves leaves) {
        this.leaves = leaves;
    }

    /** Whether a column is a key by itself. */
    static boolean isKey(SqlGrammar.ColumnDefinitionContext column) {
        for (SqlGrammar.ColumnAttributeContext attribute : column.columnAttribute()) {
            if (attribute instanceof SqlGrammar.UniqueAttributeContext
                    || attribute instanceof SqlGrammar.KeyAttributeContext) {
                return true;
            }
        }
        return false;
    }

    /** The key of one column. */
    UniqueKey of(ParserRuleContext identifier) {
        return new UniqueKey(List.of(leaves.identifier(identifier).text()));
    }

    /** The key of a constraint. */
    UniqueKey of(SqlGrammar.KeyPartsContext parts) {
        List<String> columns = new ArrayList<>();
        for (SqlGrammar.KeyPartContext part : parts.keyPart()) {
            if (part.identifier() != null && part.T_INTEGER() == null) {
                columns.add(leaves.identifier(part.identifier()).text());
            }
        }
        return new UniqueKey(columns);
    }

    /** The key of CREATE UNIQUE INDEX; null of another index, and where its columns are not found. */
    @Nullable
    UniqueKey of(SqlGrammar.CreateStatementContext create, SqlGrammar.CreateIndexContext index) {
        boolean unique = false;
        for (SqlGrammar.CreateModifierContext modifier : create.createModifier()) {
            unique |= modifier.UNIQUE() != null;
        }
        for (SqlGrammar.OpaqueContext part : index.opaque()) {
            if (unique && part.balanced() != null) {
                return new UniqueKey(columns(part.balanced()));
            }
        }
        return null;
    }

    /** Of each part between commas the first word, where no parentheses say that there is more to it. */
    private List<String> columns(SqlGrammar.BalancedContext parts) {
        List<String> columns = new ArrayList<>();
        Token first = null;
        boolean plain = true;
        for (int i = 1; i < parts.getChildCount(); i++) {
            ParseTree child = parts.getChild(i);
            Token token = child instanceof TerminalNode leaf ? leaf.getSymbol() : null;
            boolean end = i == parts.getChildCount() - 1 || token != null && token.getType() == SqlGrammar.T_COMMA;
            if (end) {
                if (plain && first != null) {
                    columns.add(leaves.identifier(first).text());
                }
                first = null;
                plain = true;
            } else {
                plain &= token != null;
                first = first == null ? token : first;
            }
        }
        return columns;
    }
}
