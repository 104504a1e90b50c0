package org.shardingjdbc.route.internal.bind;

import static java.util.Objects.requireNonNull;
import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.api.Test;
import org.shardingjdbc.dialect.internal.Dialects;
import org.shardingjdbc.route.internal.shape.TestSchema;

/** Columns of tables, which are made when they are first asked for. */
class RelationTest {
    private final BoundTable table = new TestSchema(Dialects.POSTGRESQL)
            .bind("SELECT status FROM t_order WHERE user_id = 1")
            .tables()
            .get(0);
    private final TableUse use = new TableUse(0, table, new Region(null));
    private final Terms terms = new Terms();

    private Relation relation(String... aliases) {
        return Relation.ofTable(table.node().name().last(), use, terms, List.of(aliases));
    }

    @Test
    void onlyColumnsThatDecideWhereRowsAreAreMadeUnasked() {
        Relation relation = relation();
        List<String> keys = use.sharded().shardingColumns();
        assertThat(terms.count()).isEqualTo(keys.size());
        assertThat(keys).allMatch(key -> terms.find(use, key) >= 0);
        assertThat(terms.find(use, "status")).isEqualTo(-1);
        Column status = requireNonNull(relation.column("STATUS"));
        assertThat(status.term()).isEqualTo(terms.find(use, "status"));
        assertThat(relation.column("Status")).isSameAs(status);
        assertThat(relation.column("nowhere")).isNull();
        assertThat(terms.count()).isEqualTo(keys.size() + 1);
    }

    @Test
    void aStarShowsTheColumnsThatWereNamedBefore() {
        Relation relation = relation();
        Column status = relation.column("status");
        assertThat(relation.hasColumns()).isTrue();
        assertThat(relation.columns())
                .extracting(Column::name)
                .containsExactly("user_id", "order_id", "status", "amount", "x");
        assertThat(relation.columns()).filteredOn(column -> column == status).hasSize(1);
        assertThat(relation.columns()).allMatch(column -> relation.column(requireNonNull(column.name())) == column);
    }

    @Test
    void renamedColumnsAreFoundByTheirNewNames() {
        Relation relation = relation("u");
        assertThat(relation.column("user_id")).isNull();
        assertThat(requireNonNull(relation.column("u")).term()).isEqualTo(terms.find(use, "user_id"));
        assertThat(relation.columns())
                .extracting(Column::name)
                .containsExactly("u", "order_id", "status", "amount", "x");
    }
}
