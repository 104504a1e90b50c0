package org.shardingjdbc.jdbc.internal.result;

/** What the application calls the tables and databases that the metadata of a shard's result names. */
public interface LogicNames {
    /** Names as the shard says them. */
    LogicNames AS_THEY_ARE = new LogicNames() {
        @Override
        public String table(String actualTable) {
            return actualTable;
        }

        @Override
        public String schema(String actualSchema) {
            return actualSchema;
        }

        @Override
        public String catalog(String actualCatalog) {
            return actualCatalog;
        }
    };

    /** The logic table; the name itself when it is no actual table. Never null, may be empty. */
    String table(String actualTable);

    /** The schema that the application sees; may be empty. */
    String schema(String actualSchema);

    /** The label that the application sees. */
    default String label(String actualLabel) {
        return actualLabel;
    }

    /** The catalog that the application sees; may be empty. */
    String catalog(String actualCatalog);
}
