package org.shardingjdbc.rule.internal;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;
import org.shardingjdbc.error.ErrorCode;
import org.shardingjdbc.error.ShardingException;
import org.shardingjdbc.rule.RuleProvider;
import org.shardingjdbc.rule.RuleStage;
import org.shardingjdbc.rule.algorithm.Extensions;
import org.shardingjdbc.rule.algorithm.TypeRegistry;
import org.shardingjdbc.rule.config.RuleConfiguration;
import org.shardingjdbc.rule.convert.RuleConversion;
import org.shardingjdbc.rule.document.ConfigurationText;

/** The kinds of rules that {@code META-INF/services} lists, by tag, in the order in which they apply. Immutable. */
public final class RuleProviders {
    private final Map<String, RuleProvider<?>> byTag = new LinkedHashMap<>();

    private RuleProviders() {}

    /**
     * Those that the library's class loader sees, and those that the thread's sees besides.
     *
     * @throws ShardingException when two have the same tag
     */
    public static RuleProviders load() {
        List<RuleProvider<?>> services = new ArrayList<>();
        Extensions.services(RuleProvider.class).forEach(services::add);
        return of(services);
    }

    /** @throws ShardingException when two have the same tag, or some have to stand before each other */
    static RuleProviders of(List<RuleProvider<?>> providers) {
        TypeRegistry<RuleProvider<?>> tags = new TypeRegistry<>("rule tag");
        providers.forEach(each -> tags.add(each.tag(), each, each));
        RuleProviders found = new RuleProviders();
        tags.all().forEach(each -> found.byTag.put(each.tag(), each));
        found.order();
        return found;
    }

    /** Puts them into the order in which they apply: always the first tag before which none has to stand any more. */
    private void order() {
        Map<String, Set<String>> earlier = new TreeMap<>();
        byTag.forEach((tag, provider) -> {
            Set<String> before = earlier.computeIfAbsent(tag, each -> new TreeSet<>());
            before.addAll(provider.order().earlier());
            before.addAll(ofEarlierStages(provider.order().stage()));
            provider.order().later().forEach(each -> earlier.computeIfAbsent(each, other -> new TreeSet<>())
                    .add(tag));
        });
        earlier.keySet().retainAll(byTag.keySet());
        earlier.values().forEach(tags -> tags.retainAll(byTag.keySet()));
        Map<String, RuleProvider<?>> ordered = new LinkedHashMap<>();
        while (!earlier.isEmpty()) {
            String next = earlier.entrySet().stream()
                    .filter(each -> each.getValue().isEmpty())
                    .map(Map.Entry::getKey)
                    .findFirst()
                    .orElseThrow(() -> new ShardingException(
                            ErrorCode.CONFIGURATION_INVALID,
                            "a mistake",
                            " rules " + earlier.keySet() + " have to stand before each other"));
            earlier.remove(next);
            earlier.values().forEach(tags -> tags.remove(next));
            ordered.put(next, byTag.get(next));
        }
        byTag.clear();
        byTag.putAll(ordered);
    }

    private List<String> ofEarlierStages(@Nullable RuleStage stage) {
        return byTag.values().stream()
                .filter(other -> stage != null
                        && other.order().stage() != null
                        && other.order().stage().compareTo(stage) < 0)
                .map(RuleProvider::tag)
                .toList();
    }

    /** The place of a kind among all, in the order in which they apply. */
    int position(RuleProvider<?> provider) {
        return List.copyOf(byTag.keySet()).indexOf(provider.tag());
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
    public @Nullable RuleProvider<?> of(String tag) {
        return byTag.get(tag);
    }

    /**
     * The tag of the kind that ShardingSphere has under another name.
     *
     * @param foreign as {@link org.shardingjdbc.rule.convert.RuleConversion#names} has it
     * @return null where no kind here converts from that name
     */
    public @Nullable String tagOf(String foreign) {
        for (RuleProvider<?> provider : byTag.values()) {
            RuleConversion conversion = provider.conversion();
            if (conversion != null && conversion.names().contains(foreign)) {
                return provider.tag();
            }
        }
        return null;
    }

    /**
     * What a document has of a configuration.
     *
     * @param tag of its rule, without exclamation mark
     */
    public record WrittenRule(String tag, ConfigurationText text) {}

    /** @throws ShardingException when its provider is missing, or only reads */
    public WrittenRule write(RuleConfiguration configuration) {
        RuleProvider<?> provider = of(configuration);
        if (provider == null) {
            throw new ShardingException(
                    ErrorCode.CONFIGURATION_UNWRITABLE,
                    "no rule is configured by " + configuration.getClass().getName());
        }
        ConfigurationText text = write(provider, configuration);
        if (text == null) {
            throw new ShardingException(
                    ErrorCode.CONFIGURATION_UNWRITABLE, "rule !" + provider.tag() + ": its provider only reads");
        }
        return new WrittenRule(provider.tag(), text);
    }

    private static <C extends RuleConfiguration> @Nullable ConfigurationText write(
            RuleProvider<C> provider, RuleConfiguration configuration) {
        return provider.write(provider.configurationType().cast(configuration));
    }

    /** The kind that such a configuration is for, or null. */
    @Nullable
    RuleProvider<?> of(RuleConfiguration configuration) {
        for (RuleProvider<?> provider : byTag.values()) {
            if (provider.configurationType() == configuration.getClass()) {
                return provider;
            }
        }
        return null;
    }
}
