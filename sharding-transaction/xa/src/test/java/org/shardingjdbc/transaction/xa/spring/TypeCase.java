package org.shardingjdbc.transaction.xa.spring;

import java.nio.file.Path;
import java.sql.SQLException;
import java.util.Arrays;
import java.util.Map;
import java.util.stream.Stream;
import org.shardingjdbc.jdbc.ShardingDataSource;
import org.shardingjdbc.jdbc.config.TransactionConfiguration;
import org.shardingjdbc.testkit.DatabaseKind;
import org.shardingjdbc.transaction.xa.XaAccounts;
import org.shardingjdbc.transaction.xa.XaProvider;

/**
 * A database and a type of transactions.
 *
 * @param type as it is configured
 */
record TypeCase(DatabaseKind kind, String type) {
    static Stream<TypeCase> all() {
        return Arrays.stream(DatabaseKind.values())
                .flatMap(kind -> Stream.of(new TypeCase(kind, "LOCAL"), new TypeCase(kind, "XA")));
    }

    /** Accounts 0 to 3 with 100 each, over two data sources. */
    ShardingDataSource accounts(Path logs) throws SQLException {
        return XaAccounts.create(kind, transactions(logs));
    }

    TransactionConfiguration transactions(Path logs) {
        return type.equals("XA")
                ? XaProvider.ATOMIKOS.configuration(logs)
                : new TransactionConfiguration(type, null, Map.of());
    }

    @Override
    public String toString() {
        return kind + " " + type;
    }
}
