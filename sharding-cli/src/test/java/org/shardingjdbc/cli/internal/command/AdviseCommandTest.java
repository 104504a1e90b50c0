package org.shardingjdbc.cli.internal.command;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.shardingjdbc.cli.internal.draw.Palette;
import org.shardingjdbc.cli.internal.output.Output;

/** Advice on the statements of files. */
class AdviseCommandTest {
    private static final String MAPPER = """
            <?xml version="1.0" encoding="UTF-8"?>
            <!DOCTYPE mapper PUBLIC "-//mybatis.org//DTD Mapper 3.0//EN" "http://mybatis.org/dtd/mybatis-3-mapper.dtd">
            <mapper namespace="orders">
              <sql id="columns">order_id, user_id, amount</sql>
              <select id="find" resultType="map">
                SELECT <include refid="columns"/> FROM t_order
                <where>
                  <if test="user != null">AND user_id = #{user,jdbcType=INTEGER}</if>
                  <if test="order != null">AND order_id = #{order}</if>
                </where>
              </select>
              <select id="list" resultType="map">
                SELECT * FROM t_order WHERE amount &gt; 5 AND user_id IN
                <foreach collection="users" item="user" open="(" separator="," close=")">#{user}</foreach>
              </select>
              <update id="change">
                UPDATE t_order
                <set><if test="note != null">note = #{note},</if><if test="amount != null">amount = #{amount},</if></set>
                WHERE user_id = #{user} AND order_id = #{order}
              </update>
              <delete id="drop">DELETE FROM ${table} WHERE user_id = #{user}</delete>
            </mapper>
            """;

    @TempDir
    private Path folder;

    private Path yaml;
    private StringWriter out;
    private StringWriter err;

    @BeforeEach
    void fill() throws IOException {
        yaml = Shop.yaml(folder);
        assertThat(run("query", Shop.SCHEMA)).isZero();
    }

    private int run(String... arguments) {
        List<String> all = new ArrayList<>(List.of("-c", yaml.toString()));
        all.addAll(List.of(arguments));
        out = new StringWriter();
        err = new StringWriter();
        Output output = new Output(new PrintWriter(out), new PrintWriter(err), Palette.PLAIN, Palette.PLAIN, 0, false);
        return RootCommand.run(output, all.toArray(new String[0]));
    }

    private String file(String name, String text) throws IOException {
        return Files.writeString(folder.resolve(name), text).toString();
    }

    @Test
    void statementsOfAFileAreToldOnceWithTotals() throws IOException {
        String file = file("some.sql", """
                SELECT * FROM t_order WHERE user_id = ? AND order_id = ?;
                SELECT * FROM t_order WHERE user_id = ?;
                SELECT * FROM t_order WHERE user_id = ?;
                SELECT COUNT(*) FROM t_order WHERE note = ';';
                """);
        assertThat(run("advise", file)).isZero();
        assertThat(out.toString())
                .contains("  one-node: EQUAL t_order.user_id = ?1 AND t_order.order_id = ?2")
                .contains("SELECT * FROM t_order WHERE user_id = ? (2 times)\n  " + file + ":2\n  several-nodes: ")
                .contains("SELECT COUNT(*) FROM t_order WHERE note = ';'")
                .contains("Give t_order.user_id and t_order.order_id one value each")
                .endsWith("3 statements: one-node 1, several-nodes 1, all-nodes 1\n");
        assertThat(run("advise", "--fail-on", "all", file)).isEqualTo(ExitCode.FOUND);
        assertThat(run("advise", "--fail-on", "steps", file)).isZero();
    }

    @Test
    void mappersAreReadWithAllConditionsAndWithNone() throws IOException {
        assertThat(run("advise", "--json", file("OrderMapper.xml", MAPPER))).isZero();
        JsonNode told = new ObjectMapper().readTree(out.toString());
        List<String> lines = new ArrayList<>();
        told.at("/statements")
                .forEach(each -> lines.add(
                        each.at("/reach").asText() + " " + each.at("/sql").asText()));
        assertThat(lines)
                .containsExactly(
                        "one-node SELECT order_id, user_id, amount FROM t_order WHERE user_id = ? AND order_id = ?",
                        "all-nodes SELECT order_id, user_id, amount FROM t_order",
                        "several-nodes SELECT * FROM t_order WHERE amount > 5 AND user_id IN ( ? )",
                        "one-node UPDATE t_order SET note = ?, amount = ? WHERE user_id = ? AND order_id = ?");
        assertThat(told.at("/notJudged/0").asText()).isEqualTo("DELETE FROM ${table} WHERE user_id = ?");
        assertThat(told.at("/totals/one-node").asInt()).isEqualTo(2);
        assertThat(told.at("/statements/2/file").asText())
                .isEqualTo(folder.resolve("OrderMapper.xml").toString());
        assertThat(told.at("/statements/2/line").asInt()).isEqualTo(12);
    }

    @Test
    void refusalsTellTheirReasonAndEndWithACode() {
        String window = "SELECT order_id, ROW_NUMBER() OVER (ORDER BY amount) FROM t_order FOR UPDATE";
        assertThat(run("advise", "-e", window)).isEqualTo(ExitCode.FOUND);
        assertThat(out.toString()).contains("  refused: SHD-2104: ").contains("1 statement: refused 1");
        assertThat(run("advise", "--fail-on", "never", "-e", window)).isZero();
    }

    @Test
    void aFileThatIsNoMapperIsNamed() throws IOException {
        assertThat(run("advise", file("pom.xml", "<project/>"))).isEqualTo(ExitCode.FOUND);
        assertThat(err.toString()).contains(folder.resolve("pom.xml") + " is no mapper file of MyBatis");
    }

    @Test
    void aLogIsFoundByItsFirstLinesOrTold() throws IOException {
        String entry = "2026-11-25T19:06:45.372571Z\t   10 Query\tSELECT * FROM t_order WHERE user_id = ";
        String file = file("some.log", entry + "1\n" + entry + "2\n");
        for (List<String> told : List.of(List.<String>of(), List.of("--log", "mysql"))) {
            List<String> arguments = new ArrayList<>(List.of("advise", file));
            arguments.addAll(told);
            assertThat(run(arguments.toArray(new String[0]))).isZero();
            assertThat(out.toString()).startsWith("SELECT * FROM t_order WHERE user_id = 1 (2 times)\n");
        }
        assertThat(run("advise", "--log", "postgresql", file)).isEqualTo(ExitCode.FOUND);
        assertThat(err.toString()).contains(file + " has no statement").contains("log_statement = 'all'");
    }
}
