package org.shardingjdbc.examples.mybatis;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.List;
import org.apache.ibatis.annotations.Param;
import org.apache.ibatis.annotations.Select;
import org.apache.ibatis.annotations.Update;
import org.apache.ibatis.exceptions.PersistenceException;
import org.apache.ibatis.mapping.Environment;
import org.apache.ibatis.session.Configuration;
import org.apache.ibatis.session.ExecutorType;
import org.apache.ibatis.session.SqlSession;
import org.apache.ibatis.session.SqlSessionFactory;
import org.apache.ibatis.session.SqlSessionFactoryBuilder;
import org.apache.ibatis.transaction.jdbc.JdbcTransactionFactory;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.shardingjdbc.jdbc.ShardingDataSource;
import org.shardingjdbc.jdbc.ShardingDataSourceFactory;
import org.shardingjdbc.testkit.DatabaseKind;
import org.shardingjdbc.testkit.TestServer;
import org.shardingjdbc.testkit.fixture.Fixture;

/** An UPDATE for each element of a list in one text, as mappers have it with MySQL's allowMultiQueries. */
class ForeachUpdatesTest {
    /** Prices of items. */
    interface PriceMapper {
        @Update("""
                <script>
                <foreach collection="ids" item="id" separator=";">
                    UPDATE t_item SET price = #{price} + #{id} WHERE item_id = #{id}
                </foreach>
                </script>
                """)
        int setPrices(@Param("ids") List<Integer> ids, @Param("price") int price);

        @Update("INSERT INTO t_item (item_id, price) VALUES (#{id}, 0)")
        int add(@Param("id") int id);

        @Update("""
                <script>
                <foreach collection="ids" item="id" separator=";" close=";">
                    UPDATE t_item SET price = 99 WHERE item_id = #{id}
                </foreach>
                INSERT INTO t_item (item_id, price) VALUES (1, 0)
                </script>
                """)
        int setPricesAndFail(@Param("ids") List<Integer> ids);

        @Select("SELECT price FROM t_item ORDER BY item_id")
        List<Integer> prices();
    }

    @ParameterizedTest
    @EnumSource
    void eachUpdateGoesWhereItsRowIs(DatabaseKind kind) throws Exception {
        boolean asks = kind == DatabaseKind.MYSQL || kind == DatabaseKind.MARIADB;
        TestServer server = TestServer.of(kind);
        try (Fixture<ShardingDataSource> fixture = Fixture.on(
                        asks ? server.with("allowMultiQueries=true") : server, "foreach")
                .sharded("t_item", "item_id", 4)
                .open(ShardingDataSourceFactory::create)) {
            fixture.onSharded("CREATE TABLE t_item (item_id INT PRIMARY KEY, price INT NOT NULL)");
            Configuration configuration =
                    new Configuration(new Environment("test", new JdbcTransactionFactory(), fixture.sharded()));
            configuration.addMapper(PriceMapper.class);
            SqlSessionFactory sessions = new SqlSessionFactoryBuilder().build(configuration);
            run(sessions, kind);
        }
    }

    private static void run(SqlSessionFactory sessions, DatabaseKind kind) {
        try (SqlSession session = sessions.openSession()) {
            PriceMapper mapper = session.getMapper(PriceMapper.class);
            for (int id = 1; id <= 6; id++) {
                mapper.add(id);
            }
            // MyBatis tells the first count
            assertThat(mapper.setPrices(List.of(1, 2, 3, 4, 5, 6), 10)).isEqualTo(1);
            assertThat(mapper.setPrices(List.of(2, 5), 20)).isEqualTo(1);
            assertThat(mapper.prices()).containsExactly(11, 22, 13, 14, 25, 16);
            session.rollback();
            assertThat(mapper.prices()).isEmpty();
            for (int id = 1; id <= 6; id++) {
                mapper.add(id);
            }
            session.commit();
        }
        try (SqlSession session = sessions.openSession(true)) {
            PriceMapper mapper = session.getMapper(PriceMapper.class);
            assertThatThrownBy(() -> mapper.setPricesAndFail(List.of(2, 3))).isInstanceOf(PersistenceException.class);
            // PostgreSQL's text is one transaction
            int price = kind == DatabaseKind.POSTGRESQL ? 0 : 99;
            assertThat(mapper.prices()).containsExactly(0, price, price, 0, 0, 0);
        }
        if (kind != DatabaseKind.POSTGRESQL) {
            try (SqlSession session = sessions.openSession(ExecutorType.BATCH)) {
                PriceMapper mapper = session.getMapper(PriceMapper.class);
                mapper.setPrices(List.of(1, 2), 30);
                mapper.setPrices(List.of(5, 6), 40);
                session.flushStatements();
                session.commit();
                assertThat(mapper.prices()).containsExactly(31, 32, 99, 0, 45, 46);
            }
        }
    }
}
