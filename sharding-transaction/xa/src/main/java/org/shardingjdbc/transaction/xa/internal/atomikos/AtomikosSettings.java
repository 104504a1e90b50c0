package org.shardingjdbc.transaction.xa.internal.atomikos;

import java.util.Properties;
import org.shardingjdbc.transaction.xa.internal.XaSettings;

/** What Atomikos is told when it starts. Stateless. */
final class AtomikosSettings {
    private static final String PREFIX = "com.atomikos.icatch.";
    /** A decision is kept until its branches are ended, however long their database is away: a hundred years. */
    private static final long KEPT_MILLIS = 100 * 366 * 24 * 3_600_000L;

    /** Between two looks for branches in doubt. */
    private static final long LONGEST_PAUSE_MILLIS = 10_000;
    /** Until a commit that was decided is tried again. */
    private static final long RETRY_MILLIS = 1_000;

    private AtomikosSettings() {}

    static Properties of(XaSettings settings, NodeIdentity identity) {
        Properties properties = new Properties();
        long millis = settings.timeoutSeconds() * 1_000L;
        properties.setProperty(PREFIX + "log_base_dir", settings.logDirectory());
        properties.setProperty(PREFIX + "default_jta_timeout", Long.toString(millis));
        properties.setProperty(PREFIX + "max_timeout", Long.toString(2 * millis));
        properties.setProperty(PREFIX + "forget_orphaned_log_entries_delay", Long.toString(KEPT_MILLIS));
        long pause = Math.min(millis, LONGEST_PAUSE_MILLIS);
        properties.setProperty(PREFIX + "recovery_delay", Long.toString(pause));
        properties.setProperty(PREFIX + "oltp_max_retries", "5");
        properties.setProperty(PREFIX + "oltp_retry_interval", Long.toString(RETRY_MILLIS));
        // our own data sources give up before their coordinator does
        properties.setProperty(PREFIX + "max_actives", "-1");
        properties.setProperty(PREFIX + "threaded_2pc", "true");
        properties.setProperty(PREFIX + "serial_jta_transactions", "false");
        properties.setProperty(PREFIX + "throw_on_heuristic", "true");
        properties.setProperty(PREFIX + "tm_unique_name", identity.prefix());
        settings.others("com.atomikos.").forEach(properties::setProperty);
        return properties;
    }
}
