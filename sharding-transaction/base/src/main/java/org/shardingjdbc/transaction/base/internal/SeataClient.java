package org.shardingjdbc.transaction.base.internal;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.SQLException;
import java.util.LinkedHashMap;
import java.util.Map;
import org.apache.seata.core.exception.TransactionException;
import org.apache.seata.core.rpc.netty.RmNettyRemotingClient;
import org.apache.seata.core.rpc.netty.TmNettyRemotingClient;
import org.apache.seata.rm.RMClient;
import org.apache.seata.tm.TMClient;
import org.apache.seata.tm.TransactionManagerHolder;
import org.shardingjdbc.error.ErrorCode;
import org.shardingjdbc.transaction.TransactionErrors;

/**
 * Seata's client. There is one in a JVM, which all sharding data sources and the application share: the first to come
 * starts it, the last of ours to go ends it. Safe for all threads.
 */
public final class SeataClient implements AutoCloseable {
    private static final String CONFIG_NAME = "seata.config.name";
    private static final String NO_TRANSACTION = "0.0.0.0:0:0";
    private static final String DEFAULT_CONFIG = "registry.conf";

    /** Of ours; guarded by the class. */
    private static int users;

    private boolean closed;

    private SeataClient() {}

    /**
     * Starts it, if nobody has.
     *
     * @throws SQLException when it cannot start, or its server does not answer
     */
    public static SeataClient open(SeataSettings settings) throws SQLException {
        synchronized (SeataClient.class) {
            try {
                configure(settings);
                TMClient.init(settings.applicationId(), settings.group());
                RMClient.init(settings.applicationId(), settings.group());
                // the clients only log that nobody answers
                TransactionManagerHolder.get().getStatus(NO_TRANSACTION);
            } catch (TransactionException | RuntimeException e) {
                if (users == 0) {
                    destroy();
                }
                throw TransactionErrors.causedBy(
                        e,
                        ErrorCode.TRANSACTION_COORDINATOR,
                        "Seata's client does not start with the server at " + settings.serverAddresses() + ": "
                                + e.getMessage());
            }
            users++;
            return new SeataClient();
        }
    }

    /** Seata reads files; it gets one, unless the application has written its own. */
    private static void configure(SeataSettings settings) {
        boolean own = System.getProperty(CONFIG_NAME) != null
                || System.getenv("SEATA_CONFIG_NAME") != null
                || SeataClient.class.getClassLoader().getResource(DEFAULT_CONFIG) != null;
        if (own) {
            return;
        }
        try {
            Path file = Files.createTempFile("sharding-seata", ".conf");
            file.toFile().deleteOnExit();
            Files.writeString(file, text(settings, "file:" + file));
            System.setProperty(CONFIG_NAME, "file:" + file);
        } catch (IOException e) {
            throw new UncheckedIOException("Seata's configuration could not be written", e);
        }
    }

    private static String text(SeataSettings settings, String name) {
        Map<String, String> entries = new LinkedHashMap<>();
        entries.put("registry.type", "file");
        entries.put("registry.file.name", name);
        entries.put("config.type", "file");
        entries.put("config.file.name", name);
        entries.put("service.vgroupMapping." + settings.group(), "default");
        entries.put("service.default.grouplist", settings.serverAddresses());
        entries.put("service.disableGlobalTransaction", "false");
        entries.put("client.undo.logSerialization", "jackson");
        entries.putAll(settings.others());
        StringBuilder text = new StringBuilder();
        entries.forEach((key, value) -> text.append(key)
                .append(" = \"")
                .append(value.replace("\\", "\\\\").replace("\"", "\\\""))
                .append("\"\n"));
        return text.toString();
    }

    @Override
    public void close() {
        synchronized (SeataClient.class) {
            if (closed) {
                return;
            }
            closed = true;
            users--;
            if (users == 0) {
                destroy();
            }
        }
    }

    private static void destroy() {
        TmNettyRemotingClient.getInstance().destroy();
        RmNettyRemotingClient.getInstance().destroy();
    }
}
