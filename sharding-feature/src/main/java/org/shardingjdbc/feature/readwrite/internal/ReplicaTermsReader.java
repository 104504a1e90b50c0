package org.shardingjdbc.feature.readwrite.internal;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import org.jspecify.annotations.Nullable;
import org.shardingjdbc.feature.readwrite.ReplicaTerms;
import org.shardingjdbc.feature.readwrite.ReplicaTerms.Failover;
import org.shardingjdbc.feature.readwrite.ReplicaTerms.ReadYourWrites;
import org.shardingjdbc.feature.readwrite.ReplicaTerms.WhenNone;
import org.shardingjdbc.rule.config.AlgorithmConfiguration;
import org.shardingjdbc.rule.document.ConfigurationMap;

/**
 * Reads the conditions under which the replicas of a group answer. Reports mistakes; a wrong value is treated as
 * absent. Stateless.
 */
final class ReplicaTermsReader {
    static final String HEALTH = "health";
    static final String MAX_LAG = "max-lag-millis";
    static final String OWN_WRITES = "read-your-writes";
    static final String FAILOVER = "failover";
    static final String HEARTBEAT = "heartbeat-table";
    static final String PRIMARY_CHECK = "primary-check";
    static final List<String> CHECK_KEYS = List.of("type", "props");
    static final List<String> HEALTH_KEYS = List.of("probe-period-millis", "when-none");
    static final List<String> OWN_WRITES_KEYS = List.of("window-millis", "until");
    private static final String REPLAYED = "replayed";

    private ReplicaTermsReader() {}

    static ReplicaTerms read(ConfigurationMap group) {
        ReplicaTerms absent = ReplicaTerms.DEFAULT;
        ConfigurationMap health = group.map(HEALTH);
        ConfigurationMap ownWrites = group.map(OWN_WRITES);
        int period = absent.probePeriodMillis();
        WhenNone whenNone = absent.whenNone();
        if (health != null) {
            health.only(HEALTH_KEYS);
            period = millis(health, "probe-period-millis", ReplicaTerms.MIN_PERIOD_MILLIS, period);
            whenNone = whenNone(health);
        }
        int window = 0;
        ReadYourWrites own = ReadYourWrites.OFF;
        if (ownWrites != null) {
            ownWrites.only(OWN_WRITES_KEYS);
            window = millis(ownWrites, "window-millis", 1, 0);
            own = ownWrites(ownWrites);
        }
        int maxLag = millis(group, MAX_LAG, 1, 0);
        Failover failover = failover(group);
        return ReplicaTerms.builder()
                .probePeriodMillis(period)
                .whenNone(whenNone)
                .maxLagMillis(maxLag)
                .readYourWrites(own)
                .windowMillis(window)
                .failover(failover)
                .heartbeatTable(heartbeat(group, failover))
                .primaryCheck(check(group.map(PRIMARY_CHECK)))
                .build();
    }

    private static @Nullable AlgorithmConfiguration check(@Nullable ConfigurationMap entry) {
        return entry == null ? null : entry.algorithm();
    }

    private static @Nullable String heartbeat(ConfigurationMap group, Failover failover) {
        String table = group.text(HEARTBEAT);
        if (table == null) {
            return null;
        }
        if (failover == Failover.FOLLOW) {
            group.problems()
                    .add(
                            group.path().key(HEARTBEAT),
                            "beats do not tell one primary from another; remove '" + HEARTBEAT + "', or '" + FAILOVER
                                    + ": follow'");
            return null;
        }
        for (int i = 0; i < table.length(); i++) {
            char each = table.charAt(i);
            if (!Character.isLetterOrDigit(each) && "_$.`\"".indexOf(each) < 0) {
                group.problems()
                        .add(group.path().key(HEARTBEAT), "'" + table + "' is no table, or it is written otherwise");
                return null;
            }
        }
        return table;
    }

    private static ReadYourWrites ownWrites(ConfigurationMap map) {
        boolean window = map.has("window-millis");
        String until = map.text("until");
        if (window == (until != null)) {
            map.problems()
                    .add(
                            map.path(),
                            "give either window-millis, a number, or 'until: replayed', which is exact where the database"
                                    + " tells how far its replicas are");
        } else if (until != null && !until.equalsIgnoreCase(REPLAYED)) {
            map.problems().unknown(map.path().key("until"), "value of until", until, List.of(REPLAYED));
        }
        return window ? ReadYourWrites.WINDOW : ReadYourWrites.REPLAYED;
    }

    private static WhenNone whenNone(ConfigurationMap health) {
        return oneOf(WhenNone.values(), "when-none", ReplicaTerms.DEFAULT.whenNone(), health);
    }

    private static Failover failover(ConfigurationMap group) {
        return oneOf(Failover.values(), FAILOVER, ReplicaTerms.DEFAULT.failover(), group);
    }

    private static <E extends Enum<E>> E oneOf(E[] values, String key, E absent, ConfigurationMap map) {
        String text = map.text(key);
        if (text == null) {
            return absent;
        }
        List<String> known = new ArrayList<>();
        for (E each : values) {
            if (each.name().equalsIgnoreCase(text)) {
                return each;
            }
            known.add(each.name().toLowerCase(Locale.ROOT));
        }
        map.problems().unknown(map.path().key(key), "value of " + key, text, known);
        return absent;
    }

    private static int millis(ConfigurationMap map, String key, int least, int absent) {
        String text = map.text(key);
        if (text == null) {
            return absent;
        }
        try {
            int millis = Integer.parseInt(text.trim());
            if (millis >= least) {
                return millis;
            }
        } catch (NumberFormatException e) {
            // reported below, as a value that is too small
        }
        map.problems()
                .add(
                        map.path().key(key),
                        key + " is a whole number of milliseconds from " + least + " on, not '" + text + "'");
        return absent;
    }
}
