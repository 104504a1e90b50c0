package org.shardingjdbc.feature.readwrite.internal;

import org.shardingjdbc.feature.readwrite.ReplicaTerms;
import org.shardingjdbc.feature.readwrite.ReplicaTerms.Failover;
import org.shardingjdbc.feature.readwrite.ReplicaTerms.ReadYourWrites;
import org.shardingjdbc.feature.readwrite.ReplicaTerms.WhenNone;
import org.shardingjdbc.rule.document.ConfigurationText;

/** Writes the terms of a group as {@link ReplicaTermsReader} reads them. Stateless. */
final class ReplicaTermsWriter {
    private ReplicaTermsWriter() {}

    /** Puts what is not as by default into the text of a group. */
    static void write(ReplicaTerms terms, ConfigurationText group) {
        ReplicaTerms absent = ReplicaTerms.DEFAULT;
        ConfigurationText health = new ConfigurationText()
                .number("probe-period-millis", terms.probePeriodMillis(), absent.probePeriodMillis())
                .text("when-none", terms.whenNone() == absent.whenNone() ? null : word(terms.whenNone()));
        if (!health.entries().isEmpty()) {
            group.map(ReplicaTermsReader.HEALTH, health);
        }
        group.number(ReplicaTermsReader.MAX_LAG, terms.maxLagMillis(), 0);
        if (terms.readYourWrites() == ReadYourWrites.WINDOW) {
            String window = Integer.toString(terms.windowMillis());
            group.map(ReplicaTermsReader.OWN_WRITES, new ConfigurationText().text("window-millis", window));
        } else if (terms.readYourWrites() == ReadYourWrites.REPLAYED) {
            group.map(ReplicaTermsReader.OWN_WRITES, new ConfigurationText().text("until", "replayed"));
        }
        if (terms.failover() != absent.failover()) {
            group.text(ReplicaTermsReader.FAILOVER, word(terms.failover()));
        }
        group.text(ReplicaTermsReader.HEARTBEAT, terms.heartbeatTable());
        group.map(ReplicaTermsReader.PRIMARY_CHECK, terms.primaryCheck(), check -> new ConfigurationText()
                .text("type", check.type())
                .texts("props", check.props()));
    }

    private static String word(WhenNone value) {
        return value == WhenNone.FAIL ? "fail" : "primary";
    }

    private static String word(Failover value) {
        return value == Failover.FOLLOW ? "follow" : "none";
    }
}
