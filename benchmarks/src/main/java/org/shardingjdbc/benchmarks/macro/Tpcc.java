package org.shardingjdbc.benchmarks.macro;

import java.sql.Connection;
import java.sql.SQLException;
import java.time.Clock;
import java.util.List;
import javax.sql.DataSource;

/**
 * TPC-C after its public specification, without keying and thinking times: terminals do as much as they can. Each has a
 * warehouse of its own choice by number.
 */
record Tpcc(TpccScale scale, Clock clock) implements Workload {
    private static final long CONTENTS_SEED = 20_261_121;

    @Override
    public String name() {
        return "TPC-C";
    }

    @Override
    public String size() {
        return "TPC-C: " + scale.warehouses() + " warehouses of " + scale.districts() + " districts of "
                + scale.customers() + " customers, " + scale.items() + " items";
    }

    @Override
    public String tables() {
        return "tpcc";
    }

    @Override
    public String rules() {
        return TpccTables.rules();
    }

    @Override
    public List<String> kinds() {
        return List.of("new order", "payment", "order status", "delivery", "stock level");
    }

    @Override
    public void create(DataSource dataSource) throws SQLException {
        try (Connection connection = dataSource.getConnection()) {
            TpccTables.create(connection);
            connection.setAutoCommit(false);
            new TpccLoader(connection, scale, CONTENTS_SEED, clock.instant()).load();
            connection.commit();
        }
    }

    @Override
    public void renew(DataSource dataSource) {
        // Transactions add so little that runs of minutes do not differ.
    }

    @Override
    public Terminal terminal(DataSource dataSource, int number, long seed) {
        return new TpccTerminal(dataSource, this, 1 + number % scale.warehouses(), new TpccRandom(seed + number));
    }

    @Override
    public List<String> check(List<DataNode> nodes) throws SQLException {
        return new TpccConsistency(scale, nodes).violations();
    }
}
