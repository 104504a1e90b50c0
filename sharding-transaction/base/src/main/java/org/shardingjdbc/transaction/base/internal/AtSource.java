package org.shardingjdbc.transaction.base.internal;

import org.apache.seata.rm.datasource.DataSourceProxy;

/**
 * A data source as Seata knows it. Safe for all threads.
 *
 * @param proxy Seata's
 * @param recorded which writes it records rightly
 */
public record AtSource(DataSourceProxy proxy, RecordedWrites recorded) {
    static AtSource of(DataSourceProxy proxy) {
        return new AtSource(proxy, new RecordedWrites(proxy.getJdbcUrl(), proxy.getDbType()));
    }
}
