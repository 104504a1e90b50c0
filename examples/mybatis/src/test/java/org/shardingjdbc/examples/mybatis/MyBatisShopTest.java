package org.shardingjdbc.examples.mybatis;

import static org.assertj.core.api.Assertions.assertThat;

import com.baomidou.mybatisplus.core.mapper.BaseMapper;
import com.github.pagehelper.PageHelper;
import java.nio.file.Files;
import java.nio.file.Path;
import org.apache.ibatis.session.SqlSession;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.shardingjdbc.jdbc.ShardingDriver;
import org.shardingjdbc.testkit.DatabaseKind;
import org.shardingjdbc.testkit.NamedDatabases;
import org.shardingjdbc.testkit.framework.FrameworkRows;
import org.springframework.boot.test.system.CapturedOutput;
import org.springframework.boot.test.system.OutputCaptureExtension;

/** The tour prints what docs/mybatis.md says, whatever the database. */
@ExtendWith(OutputCaptureExtension.class)
class MyBatisShopTest {
    @RegisterExtension
    static final FrameworkRows ROWS = FrameworkRows.of("examples/mybatis")
            .row("[MyBatis](mybatis.md)", SqlSession.class)
            .row("[PageHelper](mybatis.md#pagehelper)", PageHelper.class)
            .row("[MyBatis-Plus](mybatis.md#mybatis-plus)", BaseMapper.class)
            .took("MyBatis-Plus", "`IdType.AUTO`, and `FieldStrategy.NEVER` on the sharding column");

    private static final String URL = "jdbc:sharding:classpath:sharding.yaml?placeholder-type=system_props";

    @AfterEach
    void close() {
        ShardingDriver.close(URL);
    }

    @ParameterizedTest
    @EnumSource
    void printsWhatThePageSays(DatabaseKind kind, CapturedOutput output) throws Exception {
        NamedDatabases.run(kind, "shop", 2, ShopApplication::main);
        String page = Files.readString(Path.of("..", "..", "docs", "mybatis.md"));
        assertThat(page).contains("```text\n" + output.getOut().strip() + "\n```");
        ROWS.ran(kind);
    }
}
