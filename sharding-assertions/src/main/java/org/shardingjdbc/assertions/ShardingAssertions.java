package org.shardingjdbc.assertions;

import javax.sql.DataSource;

/** Where assertions on statements begin; to be imported statically, beside those of other libraries. */
public final class ShardingAssertions {
    private ShardingAssertions() {}

    /**
     * Begins an assertion. Nothing is executed by it.
     *
     * @param dataSource a {@code ShardingDataSource}, or one that unwraps to it
     */
    public static DataSourceAssert assertThat(DataSource dataSource) {
        return new DataSourceAssert(dataSource);
    }
}
