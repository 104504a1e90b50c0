package org.shardingjdbc.jdbc.statements;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.StringReader;
import java.sql.Blob;
import java.sql.Clob;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.Random;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.AfterParameterizedClassInvocation;
import org.junit.jupiter.params.BeforeParameterizedClassInvocation;
import org.junit.jupiter.params.Parameter;
import org.junit.jupiter.params.ParameterizedClass;
import org.junit.jupiter.params.provider.EnumSource;
import org.shardingjdbc.testkit.DatabaseKind;

/** A stream can be read once; every data source that needs it gets all of it. */
@ParameterizedClass
@EnumSource(DatabaseKind.class)
class StreamsTest {
    private static final String INSERT = "INSERT INTO t_country (code, flag, anthem) VALUES (?, ?, ?)";

    private static StatementShards shards;

    @Parameter
    private DatabaseKind kind;

    @BeforeParameterizedClassInvocation
    static void create(DatabaseKind kind) throws SQLException, IOException {
        shards = StatementShards.create(kind, "streams");
    }

    @AfterParameterizedClassInvocation
    static void close() throws SQLException {
        if (shards != null) {
            shards.close();
            shards = null;
        }
    }

    @BeforeEach
    void empty() throws SQLException {
        try (Connection connection = shards.sharded().getConnection();
                Statement statement = connection.createStatement()) {
            statement.executeUpdate("DELETE FROM t_country");
        }
    }

    private static byte[] bytes(int count) {
        byte[] bytes = new byte[count];
        new Random(count).nextBytes(bytes);
        return bytes;
    }

    private static void assertEverywhere(String code, byte[] flag, String anthem) throws SQLException {
        for (int dataSource = 0; dataSource < 2; dataSource++) {
            try (Connection connection = shards.raw(dataSource).getConnection();
                    PreparedStatement statement =
                            connection.prepareStatement("SELECT flag, anthem FROM t_country WHERE code = ?")) {
                statement.setString(1, code);
                try (ResultSet rows = statement.executeQuery()) {
                    assertThat(rows.next())
                            .as("row %s of ds_%d", code, dataSource)
                            .isTrue();
                    assertThat(rows.getBytes(1)).isEqualTo(flag);
                    assertThat(rows.getString(2)).isEqualTo(anthem);
                }
            }
        }
    }

    @Test
    void shortAndLongStreamsReachEveryDataSourceWhole() throws SQLException {
        try (Connection connection = shards.sharded().getConnection();
                PreparedStatement statement = connection.prepareStatement(INSERT)) {
            for (int size : new int[] {0, 10, 3_000_000}) {
                String text = "ä".repeat(size / 3);
                statement.setString(1, "c" + size);
                statement.setBinaryStream(2, new ByteArrayInputStream(bytes(size)));
                statement.setCharacterStream(3, new StringReader(text));
                assertThat(statement.executeUpdate()).isEqualTo(1);
                assertEverywhere("c" + size, bytes(size), text);
            }
        }
    }

    @Test
    void streamsWithLengthsReachEveryDataSource() throws SQLException {
        try (Connection connection = shards.sharded().getConnection();
                PreparedStatement statement = connection.prepareStatement(INSERT)) {
            statement.setString(1, "len");
            statement.setBinaryStream(2, new ByteArrayInputStream(bytes(100)), 100);
            statement.setCharacterStream(3, new StringReader("abcdef"), 6);
            statement.executeUpdate();
            assertEverywhere("len", bytes(100), "abcdef");
        }
    }

    @Test
    void streamIsThereForTheNextExecutionToo() throws SQLException {
        try (Connection connection = shards.sharded().getConnection();
                PreparedStatement statement = connection.prepareStatement(INSERT)) {
            statement.setBinaryStream(2, new ByteArrayInputStream(bytes(50)));
            statement.setCharacterStream(3, new StringReader("again"));
            for (String code : new String[] {"one", "two"}) {
                statement.setString(1, code);
                statement.executeUpdate();
                assertEverywhere(code, bytes(50), "again");
            }
        }
    }

    @Test
    void streamsOfABatchReachTheirRowSets() throws SQLException {
        try (Connection connection = shards.sharded().getConnection();
                PreparedStatement statement = connection.prepareStatement(INSERT)) {
            statement.setCharacterStream(3, new StringReader("shared"));
            for (int i = 1; i <= 3; i++) {
                statement.setString(1, "b" + i);
                statement.setBinaryStream(2, new ByteArrayInputStream(bytes(i * 1000)));
                statement.addBatch();
            }
            statement.executeBatch();
            for (int i = 1; i <= 3; i++) {
                assertEverywhere("b" + i, bytes(i * 1000), "shared");
            }
        }
    }

    @Test
    void blobsAndClobsReachEveryDataSource() throws SQLException {
        if (kind == DatabaseKind.POSTGRESQL) {
            return;
        }
        try (Connection connection = shards.sharded().getConnection();
                PreparedStatement statement = connection.prepareStatement(INSERT)) {
            Blob blob = connection.createBlob();
            blob.setBytes(1, bytes(77));
            Clob clob = connection.createClob();
            clob.setString(1, "clob");
            statement.setString(1, "lob");
            statement.setBlob(2, blob);
            statement.setClob(3, clob);
            statement.executeUpdate();
            assertEverywhere("lob", bytes(77), "clob");
        }
    }
}
