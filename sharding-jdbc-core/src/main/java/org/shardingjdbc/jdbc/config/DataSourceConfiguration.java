package org.shardingjdbc.jdbc.config;

import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Objects;
import javax.sql.DataSource;
import org.jspecify.annotations.Nullable;

/** A physical database: how to open a connection pool to it, or a pool that the application supplies. */
public sealed interface DataSourceConfiguration {
    /**
     * A HikariCP pool that we open and close.
     *
     * @param properties by the names of HikariCP's own properties; those of the driver's data source as
     *     {@code dataSource.<name>}. Never printed, since there are secrets among them
     */
    record Pooled(Map<String, String> properties) implements DataSourceConfiguration {
        /** Copies the properties in their order. */
        public Pooled {
            properties = Collections.unmodifiableMap(new LinkedHashMap<>(properties));
        }

        /** By hand, as each start compares them: a record's own is made of method handles when it is called first. */
        @Override
        public boolean equals(@Nullable Object other) {
            return other instanceof Pooled pooled && properties.equals(pooled.properties);
        }

        @Override
        public int hashCode() {
            return properties.hashCode();
        }

        /** The names of the properties only. */
        @Override
        public String toString() {
            return "Pooled" + properties.keySet();
        }
    }

    /**
     * A DataSource that the application made and closes.
     *
     * @param dataSource used as it is
     */
    record Given(DataSource dataSource) implements DataSourceConfiguration {
        /** Refuses null. */
        public Given {
            Objects.requireNonNull(dataSource, "the data source is null");
        }
    }
}
