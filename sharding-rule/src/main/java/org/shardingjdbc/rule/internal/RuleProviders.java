package org.shardingjdbc.rule.internal;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.shardingjdbc.error.ErrorCode;
import org.shardingjdbc.error.ShardingException;
import org.shardingjdbc.rule.ConfigurationText;
import org.shardingjdbc.rule.RuleProvider;
import org.shardingjdbc.rule.algorithm.Extensions;
import org.shardingjdbc.rule.config.RuleConfiguration;

/** The kinds of rules that {@code META-INF/services} lists, by tag. Immutable. */
public final class RuleProviders {
    private final Map<String, RuleProvider<?>> byTag = new LinkedHashMap<>();

    private RuleProviders() {}

    /**
     * Those that the library's class loader sees, and those that the thread's sees besides.
     *
     * @throws ShardingException when two have the same tag
     */
    public static RuleProviders load() {
        RuleProviders found = new RuleProviders();
        Extensions.services(RuleProvider.class).forEach(found::add);
        return found;
    }

    private void add(RuleProvider<?> provider) {
        RuleProvider<?> other = byTag.putIfAbsent(provider.tag(), provider);
        if (other != null && other.getClass() != provider.getClass()) {
            throw new ShardingException(
                    ErrorCode.CONFIGURATION_INVALID,
                    "a mistake",
                    " rule !" + provider.tag() + " of " + provider.getClass().getName() + " exists twice, also as "
                            + other.getClass().getName());
        }
    }

    /** All tags, without exclamation marks. */
    public List<String> tags() {
        return List.copyOf(byTag.keySet());
    }

    /** All of them. */
    public List<RuleProvider<?>> all() {
        return List.copyOf(byTag.values());
    }

    /** The kind of that tag, or null. */
    public RuleProvider<?> of(String tag) {
        return byTag.get(tag);
    }

    /** The kind that such a configuration is for, or null. */
    /**
     * What a document has of a configuration.
     *
     * @param tag of its rule, without exclamation mark
     */
    public record WrittenRule(String tag, ConfigurationText text) {}

    /** @throws ShardingException when its provider is missing, or does not write */
    public WrittenRule write(RuleConfiguration configuration) {
        RuleProvider<?> provider = of(configuration);
        if (provider == null) {
            throw new ShardingException(
                    ErrorCode.CONFIGURATION_UNWRITABLE,
                    "no rule is configured by " + configuration.getClass().getName());
        }
        return new WrittenRule(provider.tag(), write(provider, configuration));
    }

    private static <C extends RuleConfiguration> ConfigurationText write(
            RuleProvider<C> provider, RuleConfiguration configuration) {
        return provider.write(provider.configurationType().cast(configuration));
    }

    RuleProvider<?> of(RuleConfiguration configuration) {
        for (RuleProvider<?> provider : byTag.values()) {
            if (provider.configurationType() == configuration.getClass()) {
                return provider;
            }
        }
        return null;
    }
}
