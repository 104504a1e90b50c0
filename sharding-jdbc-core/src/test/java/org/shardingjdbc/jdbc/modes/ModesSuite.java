package org.shardingjdbc.jdbc.modes;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.TestFactory;
import org.shardingjdbc.jdbc.ShardingDataSource;
import org.shardingjdbc.testkit.DatabaseKind;
import org.shardingjdbc.testkit.compare.CaseFile;
import org.shardingjdbc.testkit.fixture.Fixture;

/**
 * The promise, statement by statement: what the files beside this class ask is answered alike by one plain database and
 * by the sharded one.
 */
abstract class ModesSuite {
    private static final String[] FILES = {"select", "paging", "aggregate", "join", "subquery", "write", "ddl"};
    private static final int ENOUGH = 300;

    private final DatabaseKind kind;
    private Fixture<ShardingDataSource> pair;

    ModesSuite(DatabaseKind kind) {
        this.kind = kind;
    }

    /** A connection for each execution unit: results stream. */
    @TestFactory
    Stream<DynamicTest> memoryStrict() throws SQLException, IOException {
        return tests(4, "never");
    }

    /** One connection for each data source: results are loaded. */
    @TestFactory
    Stream<DynamicTest> connectionStrict() throws SQLException, IOException {
        return tests(1, "never");
    }

    /** One statement for each data source, wherever that can be. */
    @TestFactory
    Stream<DynamicTest> unitedUnits() throws SQLException, IOException {
        return tests(1, "always");
    }

    private Stream<DynamicTest> tests(int maxConnections, String unionAll) throws SQLException, IOException {
        pair = ShardedPair.create(kind, maxConnections, unionAll);
        List<DynamicTest> tests = new ArrayList<>();
        long count = 0;
        for (String name : FILES) {
            CaseFile file = CaseFile.resource(ModesSuite.class, name + ".cases");
            count += file.count(kind);
            file.tests(kind, pair::both).forEach(tests::add);
        }
        assertThat(count).as("statements on " + kind.title()).isGreaterThanOrEqualTo(ENOUGH);
        return tests.stream();
    }

    @AfterEach
    void closePair() throws SQLException {
        if (pair != null) {
            pair.close();
        }
    }
}
