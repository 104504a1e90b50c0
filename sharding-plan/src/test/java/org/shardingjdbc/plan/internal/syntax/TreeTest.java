package org.shardingjdbc.plan.internal.syntax;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.api.Test;
import org.shardingjdbc.parser.internal.ast.Identifier;
import org.shardingjdbc.parser.internal.ast.QualifiedName;
import org.shardingjdbc.parser.internal.ast.Query;
import org.shardingjdbc.parser.internal.ast.QueryStatement;
import org.shardingjdbc.parser.internal.ast.SelectItem.StarItem;
import org.shardingjdbc.parser.internal.ast.Span;
import org.shardingjdbc.parser.internal.ast.TableReference.NamedTable;

class TreeTest {
    /** Nodes that were made have all the same place: none. */
    @Test
    void aMadeNodeStandsWhereItIsAndNotWhereOneIsThatSaysTheSame() {
        NamedTable table = table();
        NamedTable same = table();
        QueryStatement statement = query(table);
        QueryStatement other = query(same);
        Query query = statement.query();
        assertThat(table).isEqualTo(same);
        assertThat(Tree.isWithin(table, statement)).isTrue();
        assertThat(Tree.isWithin(table, query)).isTrue();
        assertThat(Tree.isWithin(table, table)).isTrue();
        assertThat(Tree.isWithin(table, other)).isFalse();
        assertThat(Tree.isWithin(statement, table)).isFalse();
    }

    private static NamedTable table() {
        Identifier name = new Identifier(Span.NONE, "t_order", false);
        return new NamedTable(Span.NONE, new QualifiedName(Span.NONE, List.of(name)), null, List.of(), false);
    }

    private static QueryStatement query(NamedTable from) {
        return MadeNodes.statement(
                MadeNodes.select(List.of(new StarItem(Span.NONE, null)), List.of(from), null), null, List.of());
    }
}
