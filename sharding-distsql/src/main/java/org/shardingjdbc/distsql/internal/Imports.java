package org.shardingjdbc.distsql.internal;

import java.util.Objects;
import org.jspecify.annotations.Nullable;
import org.shardingjdbc.jdbc.config.ShardingConfiguration;
import org.shardingjdbc.jdbc.config.TransactionConfiguration;
import org.shardingjdbc.jdbc.governance.ModeConfiguration;
import org.shardingjdbc.jdbc.internal.document.ConfigurationChecks;

/** Goes over to what a document says, where that can be done without opening the data source anew. Stateless. */
final class Imports {
    private static final String REMEDY = "; it is chosen when the data source is opened: leave it out of the file, or"
            + " open another data source with it";

    private Imports() {}

    /**
     * With data sources, rules and props of the document; props that it does not say stay.
     *
     * @throws org.shardingjdbc.error.ShardingException where it says another database, mode or transaction
     */
    static ShardingConfiguration of(ShardingConfiguration before, ShardingConfiguration document) {
        ConfigurationChecks written = (ConfigurationChecks) document;
        if (written.says("databaseName") && !document.databaseName().equalsIgnoreCase(before.databaseName())) {
            refuse("databaseName", document.databaseName(), before.databaseName());
        }
        if (written.says("mode") && !Objects.equals(document.mode(), before.mode())) {
            refuse("mode", text(document.mode()), text(before.mode()));
        }
        if (written.says("transaction") && !document.transaction().equals(before.transaction())) {
            refuse("transaction", text(document.transaction()), text(before.transaction()));
        }
        return Configurations.withAllOf(before, document);
    }

    private static void refuse(String key, String there, String here) {
        String others = there.equals(here) ? there + " with other props" : there;
        throw SyntaxErrors.wrong("'" + key + "' of the file is " + others + ", and here it is " + here + REMEDY);
    }

    /** Without what may be secret. */
    private static String text(@Nullable ModeConfiguration mode) {
        return mode == null ? "Standalone without a registry" : mode.type() + " with a repository " + mode.repository();
    }

    private static String text(TransactionConfiguration transaction) {
        String provider = transaction.providerType();
        return transaction.defaultType() + (provider == null ? "" : " by " + provider);
    }
}
