package org.shardingjdbc.jdbc.oracle;

import java.io.ByteArrayInputStream;
import java.nio.charset.StandardCharsets;
import javax.sql.DataSource;
import org.shardingjdbc.jdbc.ShardingDataSourceFactory;
import org.shardingjdbc.testkit.oracle.Oracle;

/** Opens a data source of the library that the class loader of this class sees. */
public final class OpenedHere implements Oracle.Opener {
    /** For the class loader. */
    public OpenedHere() {}

    @Override
    public DataSource open(String yaml) throws Exception {
        Thread thread = Thread.currentThread();
        ClassLoader before = thread.getContextClassLoader();
        thread.setContextClassLoader(OpenedHere.class.getClassLoader());
        try {
            return ShardingDataSourceFactory.create(new ByteArrayInputStream(yaml.getBytes(StandardCharsets.UTF_8)));
        } finally {
            thread.setContextClassLoader(before);
        }
    }
}
