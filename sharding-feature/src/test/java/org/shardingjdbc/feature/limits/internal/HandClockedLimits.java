package org.shardingjdbc.feature.limits.internal;

import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import org.shardingjdbc.feature.limits.LimitsConfiguration;
import org.shardingjdbc.rule.Rule;
import org.shardingjdbc.rule.RuleOrder;
import org.shardingjdbc.rule.RuleProvider;
import org.shardingjdbc.rule.RuleSetup;
import org.shardingjdbc.rule.config.RuleConfiguration;
import org.shardingjdbc.rule.document.ConfigurationMap;

/** {@code !HAND_CLOCKED_LIMITS} is {@code !LIMITS} whose guards see only the time that a test lets pass. */
public final class HandClockedLimits implements RuleProvider<HandClockedLimits.Configuration> {
    private static final AtomicLong NANOS = new AtomicLong(System.nanoTime());

    private final LimitsProvider limits = new LimitsProvider();

    /** What {@code !LIMITS} has. */
    public record Configuration(LimitsConfiguration limits) implements RuleConfiguration {}

    /** Lets so much time pass. */
    public static void pass(long milliseconds) {
        NANOS.addAndGet(TimeUnit.MILLISECONDS.toNanos(milliseconds));
    }

    @Override
    public String tag() {
        return "HAND_CLOCKED_LIMITS";
    }

    @Override
    public Class<Configuration> configurationType() {
        return Configuration.class;
    }

    @Override
    public RuleOrder order() {
        return limits.order();
    }

    @Override
    public Configuration read(ConfigurationMap map) {
        return new Configuration(limits.read(map));
    }

    @Override
    public Rule compile(Configuration configuration, RuleSetup setup) {
        LimitsRule rule = (LimitsRule) limits.compile(configuration.limits(), setup);
        return new LimitsRule(rule.limits(), rule.guards(), NANOS::get);
    }

    @Override
    public Map<String, List<String>> keys() {
        return limits.keys();
    }
}
