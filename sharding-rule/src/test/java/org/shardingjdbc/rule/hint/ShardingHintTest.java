package org.shardingjdbc.rule.hint;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.List;
import java.util.concurrent.atomic.AtomicReference;
import org.junit.jupiter.api.Test;
import org.shardingjdbc.error.ShardingException;

@SuppressWarnings("try")
class ShardingHintTest {
    @Test
    void scopeEndsWithItsBlock() {
        assertThat(HintValues.current()).isSameAs(HintValues.NONE);
        try (ShardingHint hint = ShardingHint.open()) {
            hint.addTableShardingValue("T_Order", 7).addTableShardingValue("t_order", 8);
            assertThat(HintValues.current().tableValues("t_ORDER")).isEqualTo(List.of(7, 8));
            assertThat(HintValues.current().databaseValues("t_order")).isEmpty();
        }
        assertThat(HintValues.current()).isSameAs(HintValues.NONE);
    }

    @Test
    void innerScopeReplacesPerTableAndKeepsTheRest() {
        try (ShardingHint outer = ShardingHint.open()) {
            outer.addTableShardingValue("a", 1)
                    .addTableShardingValue("b", 2)
                    .setDataSourceName("ds_0")
                    .disableAudit("x");
            try (ShardingHint inner = ShardingHint.open()) {
                inner.addTableShardingValue("a", 9).disableAudit("y");
                assertThat(HintValues.current().tableValues("a")).isEqualTo(List.of(9));
                assertThat(HintValues.current().tableValues("b")).isEqualTo(List.of(2));
                assertThat(HintValues.current().dataSourceName()).isEqualTo("ds_0");
                assertThat(HintValues.current().auditDisabled("x")).isTrue();
                assertThat(HintValues.current().auditDisabled("y")).isTrue();
            }
            assertThat(HintValues.current().tableValues("a")).isEqualTo(List.of(1));
            assertThat(HintValues.current().auditDisabled("y")).isFalse();
        }
    }

    @Test
    void databaseValueForAllTablesReplacesThoseOfTables() {
        try (ShardingHint hint = ShardingHint.open()) {
            hint.addDatabaseShardingValue("a", 1).setDatabaseShardingValue(5);
            assertThat(HintValues.current().databaseValues("a")).isEqualTo(List.of(5));
            assertThat(HintValues.current().databaseValues("b")).isEqualTo(List.of(5));
        }
    }

    @Test
    void otherThreadsSeeNothingAndCannotCloseIt() throws InterruptedException {
        AtomicReference<HintValues> seen = new AtomicReference<>();
        AtomicReference<Throwable> error = new AtomicReference<>();
        try (ShardingHint hint = ShardingHint.open()) {
            hint.setDataSourceName("ds_0");
            Thread other = new Thread(() -> {
                seen.set(HintValues.current());
                try {
                    hint.close();
                } catch (ShardingException e) {
                    error.set(e);
                }
            });
            other.start();
            other.join();
            assertThat(HintValues.current().dataSourceName()).isEqualTo("ds_0");
        }
        assertThat(seen.get()).isSameAs(HintValues.NONE);
        assertThat(error.get()).hasMessageContaining("another thread");
    }

    @Test
    void closingOutOfOrderIsAnError() {
        try (ShardingHint outer = ShardingHint.open();
                ShardingHint inner = ShardingHint.open()) {
            assertThatThrownBy(outer::close).hasMessageContaining("before a scope inside of it");
            assertThatThrownBy(() -> outer.setDataSourceName("x")).hasMessageContaining("while a scope inside");
            inner.close();
            inner.close();
            assertThatThrownBy(() -> inner.setDataSourceName("x")).hasMessageContaining("it is closed");
        }
        assertThat(HintValues.current()).isSameAs(HintValues.NONE);
    }

    @Test
    void whatAnExecutionSawDoesNotChange() {
        try (ShardingHint hint = ShardingHint.open()) {
            hint.addTableShardingValue("a", 1);
            HintValues before = HintValues.current();
            hint.addTableShardingValue("a", 2);
            assertThat(before.tableValues("a")).isEqualTo(List.of(1));
        }
    }

    @Test
    void readsComments() {
        HintValues values = CommentHint.parse(List.of(
                        "t_order.SHARDING_DATABASE_VALUE=1, t_order.SHARDING_TABLE_VALUE=x",
                        " dataSourceName=ds_1, SKIP_SQL_REWRITE=true, DISABLE_AUDIT_NAMES=a b, WRITE_ROUTE_ONLY=true"))
                .over(HintValues.NONE);
        assertThat(values.databaseValues("t_order")).isEqualTo(List.of(1L));
        assertThat(values.tableValues("T_ORDER")).isEqualTo(List.of("x"));
        assertThat(values.tableValues("t_other")).isEmpty();
        assertThat(values.dataSourceName()).isEqualTo("ds_1");
        assertThat(values.skipRewrite()).isTrue();
        assertThat(values.auditDisabled("b")).isTrue();
        assertThat(values.primaryOnly()).isTrue();
        assertThat(values.steers()).isTrue();
    }

    @Test
    void whoAsksForThePrimaryLeavesDataNodesAlone() {
        HintValues comment = CommentHint.parse(List.of("WRITE_ROUTE_ONLY=true")).over(HintValues.NONE);
        assertThat(comment.primaryOnly()).isTrue();
        assertThat(comment.steers()).isFalse();
        try (ShardingHint outer = ShardingHint.open().setWriteRouteOnly();
                ShardingHint inner = ShardingHint.open()) {
            assertThat(outer).isNotSameAs(inner);
            assertThat(HintValues.current().primaryOnly()).isTrue();
            inner.addTableShardingValue("t", 1);
            assertThat(HintValues.current().steers()).isTrue();
        }
        assertThat(HintValues.current().primaryOnly()).isFalse();
    }

    @Test
    void commentGoesBeforeScopes() {
        CommentHint comment = CommentHint.parse(List.of("SHARDING_TABLE_VALUE=3"));
        try (ShardingHint hint = ShardingHint.open()) {
            hint.addTableShardingValue("a", 1).addDatabaseShardingValue("a", 2);
            HintValues both = comment.over(HintValues.current());
            assertThat(both.tableValues("a")).isEqualTo(List.of(3L));
            assertThat(both.databaseValues("a")).isEqualTo(List.of(2));
        }
        assertThat(CommentHint.parse(List.of(" "))).isSameAs(CommentHint.NONE);
    }

    @Test
    void refusesWrongComments() {
        assertThatThrownBy(() -> CommentHint.parse(List.of("SHARDING_TABLE_VALU=1")))
                .hasMessageContaining("unknown key 'SHARDING_TABLE_VALU'; did you mean 'SHARDING_TABLE_VALUE'?");
        assertThatThrownBy(() -> CommentHint.parse(List.of("t_order"))).hasMessageContaining("key=value");
        assertThatThrownBy(() -> CommentHint.parse(List.of("SKIP_SQL_REWRITE=1")))
                .hasMessageContaining("true or false");
        assertThatThrownBy(() -> CommentHint.parse(List.of("SHADOW=1"))).hasMessageContaining("true, false or both");
        assertThatThrownBy(() -> CommentHint.parse(List.of("DATA_SOURCE_NAME=")))
                .hasMessageContaining("has no value");
    }

    /** What each question answers where one scope says it and another one around it does. */
    @Test
    void whatScopesAroundSayHoldsOnUntilItIsSaidAgain() {
        try (ShardingHint outer = ShardingHint.open()) {
            outer.setDatabaseShardingValue(1)
                    .setSide(Side.SHADOW)
                    .setReader("a")
                    .disableLimits("x");
            outer.acceptPartialAnswers().setReplicaAllowed().setTransactionType("XA");
            try (ShardingHint inner = ShardingHint.open()) {
                inner.addDatabaseShardingValue("t", 2).disableLimits("y").setReader("b");
                HintValues both = HintValues.current();
                assertThat(both.databaseValues("t")).isEqualTo(List.of(2));
                assertThat(both.databaseValues("u")).isEqualTo(List.of(1));
                assertThat(both.side()).isEqualTo(Side.SHADOW);
                assertThat(both.reader()).isEqualTo("b");
                assertThat(both.limitDisabled("x")).isTrue();
                assertThat(both.limitDisabled("y")).isTrue();
                assertThat(both.partialAnswers()).isTrue();
                assertThat(both.replicaAllowed()).isTrue();
                assertThat(both.transactionType()).isEqualTo("XA");
                inner.setDatabaseShardingValue(3).setSide(Side.PRODUCTION);
                assertThat(HintValues.current().databaseValues("t")).isEqualTo(List.of(3));
                assertThat(HintValues.current().side()).isEqualTo(Side.PRODUCTION);
            }
        }
    }

    @Test
    void shardingKeysOfConnectionsHoldWhereNothingElseIsSaid() {
        HintValues connection = HintValues.NONE.of(new KeyHint(null, List.of(7)));
        assertThat(connection.tableValues("t")).isEqualTo(List.of(7));
        assertThat(connection.databaseValues("t")).isEqualTo(List.of(7));
        assertThat(connection.steers()).isFalse();
        HintValues comment =
                CommentHint.parse(List.of("t.SHARDING_TABLE_VALUE=3")).over(connection);
        assertThat(comment.tableValues("t")).isEqualTo(List.of(3L));
        assertThat(comment.tableValues("u")).isEqualTo(List.of(7));
        assertThat(connection.of(null)).isSameAs(HintValues.NONE);
    }

    @Test
    void commentsThatChangeNothingAreNone() {
        assertThat(CommentHint.parse(List.of("SKIP_METADATA_VALIDATE=true, WRITE_ROUTE_ONLY=false")))
                .isSameAs(CommentHint.NONE);
        assertThatThrownBy(() -> CommentHint.parse(List.of("SKIP_METADATA_VALIDATE=x")))
                .hasMessageContaining("true or false");
        assertThatThrownBy(() -> CommentHint.parse(List.of("DATA_SOURCE_NAME=a, DATA_SOURCE_NAME=b")))
                .hasMessageContaining("two data sources, a and b");
        assertThatThrownBy(() -> CommentHint.parse(List.of("t.SHADOW=true")))
                .hasMessageContaining("key 'SHADOW' holds for the whole statement, not for table 't'");
        assertThat(CommentHint.parse(List.of("disableAuditNames=a;b, DISABLE_AUDIT_NAMES=c"))
                        .over(HintValues.NONE)
                        .auditDisabled("a"))
                .isTrue();
    }
}
