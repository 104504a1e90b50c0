package org.shardingjdbc.transaction.xa;

import com.atomikos.icatch.jta.UserTransactionManager;
import jakarta.transaction.TransactionManager;
import jakarta.transaction.UserTransaction;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.Map;
import org.shardingjdbc.jdbc.config.TransactionConfiguration;

/** Who coordinates. */
public enum XaProvider {
    ATOMIKOS("Atomikos"),
    /** Has one node name and one log directory in a JVM. */
    NARAYANA("Narayana");

    private static final Path LOG_OF_JVM =
            Path.of("target", "narayana-" + ProcessHandle.current().pid());

    private final String providerType;

    XaProvider(String providerType) {
        this.providerType = providerType;
    }

    /** As a configuration names it. */
    public String title() {
        return providerType;
    }

    /** A configuration of one node. */
    public TransactionConfiguration configuration(Path logs) {
        return configuration(logs, "test", Map.of());
    }

    /** A configuration of that node, with properties beside. */
    public TransactionConfiguration configuration(Path logs, String node, Map<String, String> others) {
        Map<String, String> properties = new HashMap<>(others);
        properties.put("log-directory", logs(logs).toString());
        properties.put("node-name", node(node));
        return new TransactionConfiguration("XA", providerType, properties);
    }

    /** The transaction manager of an application that uses it, once one of our data sources is open. */
    public TransactionManager manager() {
        return this == NARAYANA
                ? com.arjuna.ats.jta.TransactionManager.transactionManager()
                : new UserTransactionManager();
    }

    /** The same for an application that begins and ends transactions only. */
    public UserTransaction userTransaction() {
        return this == NARAYANA
                ? com.arjuna.ats.jta.UserTransaction.userTransaction()
                : new com.atomikos.icatch.jta.UserTransactionImp();
    }

    /** Where it writes to, if it can be there. */
    public Path logs(Path wanted) {
        return this == NARAYANA ? LOG_OF_JVM.toAbsolutePath() : wanted;
    }

    /** The name of the node, if it can be that. */
    public String node(String wanted) {
        return this == NARAYANA ? "test" : wanted;
    }
}
