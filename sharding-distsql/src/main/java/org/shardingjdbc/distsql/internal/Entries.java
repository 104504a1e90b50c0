package org.shardingjdbc.distsql.internal;

import java.util.Collection;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.function.Function;
import java.util.function.UnaryOperator;
import org.antlr.v4.runtime.ParserRuleContext;
import org.antlr.v4.runtime.tree.TerminalNode;
import org.jspecify.annotations.Nullable;
import org.shardingjdbc.rule.config.AlgorithmConfiguration;

/**
 * The named entries of a rule and its algorithms while a statement changes them. One per change; not thread-safe.
 *
 * @param <V> what an entry says
 */
final class Entries<V> {
    /**
     * Whether entries are made or replaced.
     *
     * @param lenient whether one that is there already stays as it is
     */
    record Put(boolean create, boolean lenient) {
        /** @throws org.shardingjdbc.error.ShardingException when the words do not fit together */
        static Put of(TerminalNode create, ParserRuleContext ifNotExists) {
            if (create == null && ifNotExists != null) {
                throw SyntaxErrors.at(ifNotExists, "IF NOT EXISTS is for CREATE");
            }
            return new Put(create != null, ifNotExists != null);
        }
    }

    final Map<String, V> map;
    final Map<String, AlgorithmConfiguration> algorithms;
    private final String kind;
    private final boolean caseless;
    private final Function<V, Collection<String>> uses;
    private final Set<String> usedBefore;
    private final Set<String> given = new HashSet<>();

    /**
     * @param kind what messages call an entry
     * @param caseless whether names are compared without case
     * @param uses the names of an entry's algorithms
     */
    Entries(
            String kind,
            boolean caseless,
            Map<String, V> before,
            Map<String, AlgorithmConfiguration> algorithms,
            Function<V, Collection<String>> uses) {
        this.kind = kind;
        this.caseless = caseless;
        this.map = new LinkedHashMap<>(before);
        this.algorithms = new LinkedHashMap<>(algorithms);
        this.uses = uses;
        this.usedBefore = used();
    }

    /** As the entry is called; null when there is none. */
    @Nullable
    String key(String name) {
        return key(map, name, caseless);
    }

    /** As a key of the map is written; null when there is none. */
    static @Nullable String key(Map<String, ?> map, String name, boolean caseless) {
        if (map.containsKey(name) || !caseless) {
            return map.containsKey(name) ? name : null;
        }
        return map.keySet().stream().filter(name::equalsIgnoreCase).findFirst().orElse(null);
    }

    /** @param next the entry of that name, of the one before, which is null where there is none */
    void put(String name, Put how, UnaryOperator<V> next) {
        String key = key(name);
        if ((key != null) == how.create()) {
            if (!how.lenient()) {
                throw SyntaxErrors.wrong(
                        key == null ? "there is no " + kind + " " + name : kind + " " + name + " exists already");
            }
            return;
        }
        replace(key == null ? name : key, next);
    }

    /** Puts an entry, whether one of that name is there or not. */
    void replace(String key, UnaryOperator<V> next) {
        V before = map.get(key);
        // the names of its algorithms are free
        map.put(key, null);
        map.put(key, next.apply(before));
    }

    void drop(List<String> names, boolean lenient) {
        for (String name : names) {
            String key = key(name);
            if (key == null && !lenient) {
                throw SyntaxErrors.wrong("there is no " + kind + " " + name);
            }
            map.remove(key);
        }
    }

    /** Puts an algorithm under a name that begins so; gives its name. */
    String algorithm(String prefix, AlgorithmConfiguration algorithm) {
        Set<String> used = used();
        used.addAll(given);
        String name = ShardingDraft.put(algorithms, used, prefix, algorithm);
        given.add(name);
        return name;
    }

    /** Takes the algorithms out that something used before, and nothing uses now. */
    void dropUnused(@Nullable String alsoUsed) {
        Set<String> now = used();
        usedBefore.stream()
                .filter(name -> !now.contains(name) && !name.equals(alsoUsed))
                .forEach(algorithms::remove);
    }

    Set<String> used() {
        Set<String> used = new HashSet<>();
        map.values().stream().filter(each -> each != null).forEach(each -> used.addAll(uses.apply(each)));
        return used;
    }

    /** @throws org.shardingjdbc.error.ShardingException when two of them have the same name, compared without case */
    static <C extends ParserRuleContext> void requireDistinct(
            List<C> parts, Function<C, ParserRuleContext> name, String kind) {
        Set<String> names = new HashSet<>();
        for (C part : parts) {
            String each = StatementTexts.of(name.apply(part));
            if (!names.add(each.toLowerCase(Locale.ROOT))) {
                throw SyntaxErrors.at(part, kind + " " + each + " stands twice");
            }
        }
    }
}
