package org.shardingjdbc.cli.internal.advise;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.shardingjdbc.cli.internal.advise.AdviceReport.FoundStatement;
import org.shardingjdbc.dialect.internal.Dialect;
import org.shardingjdbc.dialect.internal.Dialects;

/** Statements of files: what they are, where they are, how often. */
class StatementSourcesTest {
    @TempDir
    private Path folder;

    private StatementSources read(Dialect dialect, LogKind log, String name, String text) throws IOException {
        StatementSources sources = new StatementSources(dialect, log);
        sources.file(Files.writeString(folder.resolve(name), text), name);
        return sources;
    }

    private List<String> found(Dialect dialect, String name, String text) throws IOException {
        return lines(read(dialect, null, name, text).found());
    }

    private static List<String> lines(List<FoundStatement> found) {
        return found.stream()
                .map(each -> each.place().line() + " x" + each.times() + " " + each.sql())
                .toList();
    }

    @Test
    void aFileOfSqlTellsTheLineOfTheFirstWord() throws IOException {
        assertThat(found(Dialects.H2, "a.sql", """
                -- what there is
                SELECT 1;

                /* a
                   comment */ SELECT
                  ';' FROM t; SELECT 1;
                ;
                DELETE FROM t"""))
                .containsExactly(
                        "2 x1 -- what there is\nSELECT 1",
                        "5 x1 /* a\n   comment */ SELECT\n  ';' FROM t",
                        "6 x1 SELECT 1",
                        "8 x1 DELETE FROM t");
    }

    @Test
    void fragmentsOfAMapperHaveTheirProperties() throws IOException {
        assertThat(mapper("""
                <sql id="inner">${a}.order_id FROM <include refid="table"><property name="b" value="${a}"/></include></sql>
                <sql id="table">t_order ${b}</sql>
                <sql id="endless"><include refid="endless"/></sql>
                <select id="a">SELECT <include refid="inner"><property name="a" value="o"/></include></select>
                <select id="b">SELECT 1 <include refid="endless"/></select>
                """)).containsExactly("SELECT o.order_id FROM t_order o", "SELECT 1 ${endless}");
    }

    @Test
    void aCommentOfAMapperEndsWithItsLine() throws IOException {
        assertThat(mapper("""
                <select id="a">
                    SELECT * FROM t_order -- all of them, aren't they
                    WHERE user_id = #{user}
                </select>
                """)).containsExactly("SELECT * FROM t_order -- all of them, aren't they\nWHERE user_id = ?");
    }

    @Test
    void noStatementOfAMapperLacksItsColumns() throws IOException {
        assertThat(mapper("""
                <update id="a">UPDATE t_order <set><if test="n">note = #{n},</if></set> WHERE user_id = #{u}</update>
                <insert id="b">INSERT INTO t_order <trim prefix="(" suffix=")" suffixOverrides=",">
                    <if test="u">user_id,</if></trim>
                    <trim prefix="values (" suffix=")" suffixOverrides=","><if test="u">#{u},</if></trim></insert>
                <delete id="c">DELETE FROM t_order <trim prefix="WHERE"><if test="u">user_id = #{u}</if></trim></delete>
                """))
                .containsExactly(
                        "UPDATE t_order SET note = ? WHERE user_id = ?",
                        "INSERT INTO t_order ( user_id ) values ( ? )",
                        "DELETE FROM t_order WHERE user_id = ?",
                        "DELETE FROM t_order");
    }

    @Test
    void theLastBranchIsThatOfItsOwnChoose() throws IOException {
        assertThat(mapper("""
                <select id="a">SELECT <choose>
                    <when test="a"><choose><when test="b">1</when><otherwise>2</otherwise></choose></when>
                    <otherwise>3</otherwise></choose></select>
                """)).containsExactly("SELECT 1", "SELECT 3");
    }

    private List<String> mapper(String elements) throws IOException {
        StatementSources sources =
                read(Dialects.H2, null, "Mapper.xml", "<mapper namespace=\"m\">" + elements + "</mapper>");
        return Stream.concat(sources.found().stream(), sources.notJudged().stream())
                .map(FoundStatement::sql)
                .toList();
    }

    @Test
    void aMapperTellsTheLineOfTheElement() throws IOException {
        StatementSources sources = read(Dialects.H2, null, "Mapper.xml", """
                <?xml version="1.0" encoding="UTF-8"?>
                <!DOCTYPE mapper PUBLIC "-//mybatis.org//DTD Mapper 3.0//EN" "http://mybatis.org/dtd/mybatis-3-mapper.dtd">
                <mapper namespace="m">
                  <sql id="insert"> <![CDATA[ a ]]> </sql>
                  <select id="a">SELECT <include refid="insert"/>
                    FROM t</select>
                  <!-- <delete id="none">DELETE</delete> -->
                  <delete id="b">DELETE FROM ${t}</delete>
                  <insert id="c"><selectKey keyProperty="id">SELECT 1</selectKey>INSERT INTO t VALUES (#{a})</insert>
                </mapper>
                """);
        assertThat(lines(sources.found())).containsExactly("5 x1 SELECT a FROM t", "9 x1 INSERT INTO t VALUES (?)");
        assertThat(lines(sources.notJudged())).containsExactly("8 x1 DELETE FROM ${t}");
    }

    @Test
    void listsOfValuesCountAsAlikeFromTwoValuesOn() throws IOException {
        assertThat(found(Dialects.POSTGRESQL, "p.log", """
                LOG:  statement: SELECT 1 FROM t WHERE a IN (1)
                LOG:  statement: SELECT 1 FROM t WHERE a IN (1, 2) AND b in ('x','y')
                LOG:  statement: SELECT 1 FROM t WHERE a IN (1, 2, 3) AND b in ('x','y','z')
                LOG:  statement: SELECT 1 FROM t WHERE a IN (4, 5, 6, 7, 8) AND b in ('x','y')
                LOG:  statement: SELECT 1 FROM t WHERE a IN (1, 2, b)
                LOG:  statement: SELECT 1 FROM t WHERE a IN (1, 2, b, 3)
                LOG:  execute <unnamed>: SELECT 2 FROM t WHERE a IN ($1, $2)
                LOG:  execute <unnamed>: SELECT 2 FROM t WHERE a IN ($1, $2, $3)
                LOG:  statement: SELECT 3 FROM t WHERE a IN (SELECT 1, 2, 3)
                LOG:  statement: SELECT 4 FROM t WHERE a IN (1, 2, 3
                """))
                .containsExactly(
                        "1 x1 SELECT 1 FROM t WHERE a IN (1)",
                        "2 x3 SELECT 1 FROM t WHERE a IN (1, 2) AND b in ('x','y')",
                        "5 x1 SELECT 1 FROM t WHERE a IN (1, 2, b)",
                        "6 x1 SELECT 1 FROM t WHERE a IN (1, 2, b, 3)",
                        "7 x2 SELECT 2 FROM t WHERE a IN (?, ?)",
                        "9 x1 SELECT 3 FROM t WHERE a IN (SELECT 1, 2, 3)",
                        "10 x1 SELECT 4 FROM t WHERE a IN (1, 2, 3");
    }

    @Test
    void recordsOfCsvMayHaveSeveralLinesAndOneThatWasCutIsLeftOut() throws IOException {
        String begin = "2026-01-02 03:04:05 UTC,\"u\",\"d\",1,\"h:1\",x.1,1,\"SELECT\",2026-01-02 03:04:05 UTC,1/1,0,";
        assertThat(found(
                        Dialects.POSTGRESQL,
                        "p.csv",
                        begin + "LOG,00000,\"statement: SELECT 1\nFROM \"\"t\"\", u\",,,,,,,,,\"app\"\n" + begin
                                + "ERROR,42601,\"statement: SELECT 2\",,,,,,,,,\n" + begin
                                + "LOG,00000,duration: 1.5 ms  statement: SELECT 3,,,,,,,,,\n" + begin
                                + "LOG,00000,\"statement: SELECT 4"))
                .containsExactly("1 x1 SELECT 1\nFROM \"t\", u", "4 x1 SELECT 3");
    }

    @Test
    void objectsOfJsonAreReadLineByLine() throws IOException {
        assertThat(found(Dialects.POSTGRESQL, "p.json", """
                {"pid":1,"x":{"message":"statement: SELECT 0"},"error_severity":"LOG","message":"statement: SELECT 1\\nFROM \\"t\\""}
                {"error_severity":"ERROR","message":"statement: SELECT 2"}
                {"error_severity":"LOG","message":"execute S_1: SELECT $1"}
                {"error_severity":"LOG","message":"statem"""))
                .containsExactly("1 x1 SELECT 1\nFROM \"t\"", "3 x1 SELECT ?");
    }

    @Test
    void mistakesNameTheFileAndTheLine() throws IOException {
        assertThatThrownBy(() -> read(Dialects.H2, null, "b.xml", "<mapper>\n  <select>\n</mapper>"))
                .isInstanceOf(IOException.class)
                .hasMessageStartingWith("b.xml:3 is no XML, so the file is no mapper file of MyBatis: ");
        assertThatThrownBy(() -> new StatementSources(Dialects.H2, null).file(folder.resolve("none.sql"), "none.sql"))
                .hasMessageStartingWith("There is no file none.sql.");
        Path latin = Files.write(folder.resolve("l.sql"), "SELECT 'ä'".getBytes(StandardCharsets.ISO_8859_1));
        assertThatThrownBy(() -> new StatementSources(Dialects.H2, null).file(latin, "l.sql"))
                .hasMessage("The file l.sql is not written in UTF-8. Save it so.");
    }

    @Test
    void aGeneralLogEndsStatementsWhereTheServerBeginsAgain() throws IOException {
        assertThat(found(Dialects.MYSQL, "m.log", """
                /usr/sbin/mysqld, Version: 8.0.15 (MySQL Community Server - GPL). started with:
                Tcp port: 3306  Unix socket: /run/mysqld.sock
                Time                 Id Command    Argument
                2026-11-25T09:06:45.368244Z\t    9 Connect\troot@localhost on shop using TCP/IP
                2026-11-25T09:06:45.372571Z\t   10 Query\tSELECT *
                \tFROM t WHERE a = 5

                2026-11-25T09:06:45.372571+01:00\t   10 Query\tSELECT *
                \tFROM t WHERE a = 77
                /usr/sbin/mysqld, Version: 8.0.15 (MySQL Community Server - GPL). started with:
                Tcp port: 3306  Unix socket: /run/mysqld.sock
                Time                 Id Command    Argument
                2026-11-25T09:07:45.368244Z\t    9 Init DB\tshop
                2026-11-25T09:07:45.368244Z\t    9 Quit\t
                """)).containsExactly("5 x2 SELECT *\n\tFROM t WHERE a = 5");
    }

    @Test
    void executionsCountForWhatWasPrepared() throws IOException {
        assertThat(found(Dialects.MARIADB, "p.log", """
                261125  9:06:43\t     5 Prepare\tSELECT * FROM t WHERE a = ? AND b = 3 LIMIT ?
                \t\t     5 Prepare\tDELETE FROM t WHERE a = ?
                \t\t     5 Execute\tSELECT * FROM t WHERE a = -1 AND b = 3 LIMIT 5
                \t\t     5 Execute\tSELECT * FROM t WHERE a = DATE'2024-02-03' AND b = 3 LIMIT 7
                \t\t     5 Execute\tSELECT * FROM t WHERE a = NULL AND b = 4 LIMIT 7
                \t\t     6 Execute\tUPDATE t SET a = 'it\\'s' WHERE b = 5
                \t\t     6 Query\tUPDATE t SET a = 'x' WHERE b = 6
                """))
                .containsExactly(
                        "1 x2 SELECT * FROM t WHERE a = ? AND b = 3 LIMIT ?",
                        "2 x0 DELETE FROM t WHERE a = ?",
                        "5 x1 SELECT * FROM t WHERE a = NULL AND b = 4 LIMIT 7",
                        "6 x2 UPDATE t SET a = 'it\\'s' WHERE b = 5");
    }

    @Test
    void thePrefixOfPostgreSqlIsFree() throws IOException {
        assertThat(found(Dialects.POSTGRESQL, "pg.log", """
                app x 2026 LOG:  database system is ready to accept connections
                app 'x' 2026 LOG:  statement: SELECT *
                \t\tFROM t WHERE a = 5; SELECT 1
                LOG:  execute <unnamed>: SELECT b ? 'k' FROM t WHERE a = $1 OR a = $1 AND '?' <> $2
                DETAIL:  Parameters: $1 = 'LOG:  statement: DROP TABLE t
                \tLOG:  statement: DROP TABLE t', $2 = ''
                %p [7] LOG:  execute S_1/C_2: SELECT *
                \t\tFROM t WHERE a = 5
                %p [7] LOG:  execute fetch from S_1/C_2: SELECT 9
                %p [7] LOG:  duration: 0.119 ms
                %p [7] LOG:  duration: 0.119 ms  parse <unnamed>: SELECT 8
                %p [7] LOG:  duration: 1.119 ms  execute <unnamed>: SELECT 2
                %p [7] ERROR:  syntax error at character 1
                %p [7] STATEMENT:  SELEKT 7
                """))
                .containsExactly(
                        "2 x2 SELECT *\n\tFROM t WHERE a = 5",
                        "2 x1 SELECT 1",
                        "4 x1 SELECT b ?? 'k' FROM t WHERE a = ? OR a = ? AND '?' <> ?",
                        "12 x1 SELECT 2");
    }

    @Test
    void aLogWithoutStatementsSaysWhatIsMissing() {
        assertThatThrownBy(() -> read(Dialects.MYSQL, null, "slow.log", """
                        mysqld, Version: 8.0.15 (MySQL Community Server - GPL). started with:
                        Time                 Id Command    Argument
                        # Time: 2026-11-25T19:06:45.368244Z
                        SELECT 1;
                        """))
                .hasMessageStartingWith("The log slow.log has no statement: ")
                .hasMessageContaining("SET GLOBAL general_log = 1");
        assertThatThrownBy(() -> read(Dialects.POSTGRESQL, LogKind.POSTGRESQL, "pg.csv", "a,b,LOG,x"))
                .hasMessageStartingWith("The log pg.csv has no statement: ")
                .hasMessageContaining("log_destination = 'stderr'");
    }

    @Test
    void sqlThatSpeaksOfLogsIsNoLog() throws IOException {
        assertThat(found(Dialects.POSTGRESQL, "c.sql", "SELECT 'LOG:  statement: SELECT 2';"))
                .hasSize(1);
        assertThat(found(Dialects.POSTGRESQL, "d.sql", "-- LOG:  statement: SELECT 2\nSELECT 1;"))
                .hasSize(1);
    }
}
