package org.shardingjdbc.rule.algorithm;

import java.net.URL;
import java.security.CodeSource;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;
import org.shardingjdbc.error.ErrorCode;
import org.shardingjdbc.error.ShardingException;
import org.shardingjdbc.rule.problem.ConfigPath;
import org.shardingjdbc.rule.problem.Problems;

/**
 * What configurations name by a type: the library's own types, and those that applications list in
 * {@code META-INF/services}. Types are compared without case.
 *
 * <p>Two classes with one type are an error, since otherwise the order of the class path would decide which of them
 * counts. A class that is listed twice, as by a second copy of its jar or by a second class loader, is no such error:
 * of classes with one name the first one counts, as everywhere in Java. Filled by one thread; immutable afterwards.
 *
 * <pre>{@code
 * TypeRegistry<GreetingFactory> types = new TypeRegistry<GreetingFactory>("greeting type")
 *         .builtIn("PLAIN", new PlainGreetings())
 *         .services(GreetingFactory.class, GreetingFactory::type, factory -> factory);
 * }</pre>
 *
 * @param <M> what a type stands for, mostly a factory
 */
public final class TypeRegistry<M> {
    private final String kind;
    private final Map<String, M> byType = new TreeMap<>(String.CASE_INSENSITIVE_ORDER);
    /** By types in lower case; built-in types have none. */
    private final Map<String, Class<?>> origins = new HashMap<>();

    /**
     * Without any type.
     *
     * @param kind what messages call one, such as {@code encryptor type}
     */
    public TypeRegistry(String kind) {
        this.kind = kind;
    }

    /** Adds a type of the library, or of the rule that has this registry. They come before all others. */
    public TypeRegistry<M> builtIn(String type, M made) {
        if (byType.putIfAbsent(type, made) != null) {
            throw new IllegalArgumentException(kind + " " + type + " is built in twice");
        }
        return this;
    }

    /**
     * Adds a type.
     *
     * @param provider what brought it, whose class is named where there is another one
     * @throws ShardingException when the type is there already, or is blank
     */
    public TypeRegistry<M> add(String type, M made, Object provider) {
        Class<?> origin =
                provider instanceof ForeignAlgorithms.Adapter adapter ? adapter.adapted() : provider.getClass();
        if (type == null || type.isBlank()) {
            throw mistake(described(origin) + " has no name for its " + kind + "; let it return one");
        }
        if (byType.putIfAbsent(type, made) != null) {
            Class<?> other = origins.get(key(type));
            throw mistake(
                    other == null
                            ? kind + " '" + type + "' exists already in the library, and again in " + described(origin)
                                    + "; give the latter another name, or take it off the class path"
                            : kind + " '" + type + "' exists twice, in " + described(other) + " and in "
                                    + described(origin)
                                    + "; give one of them another name, or take one off the class path");
        }
        origins.put(key(type), origin);
        return this;
    }

    /**
     * Adds all that {@code META-INF/services} lists, as {@link Extensions#services} finds it: each class once.
     *
     * @param type asks one for its type
     * @param made what the type stands for
     * @throws ShardingException when one cannot be used, or two classes have the same type
     */
    public <S> TypeRegistry<M> services(Class<S> service, Function<S, String> type, Function<S, M> made) {
        for (S each : Extensions.services(service)) {
            add(type.apply(each), made.apply(each), each);
        }
        return this;
    }

    /** What a type stands for; null when it is unknown. */
    public @Nullable M of(String type) {
        return byType.get(type);
    }

    /**
     * What a type stands for. An unknown one becomes a problem, which names the type that was probably meant, or all.
     *
     * @param at where the type stands
     * @return null when it is unknown
     */
    public @Nullable M find(String type, ConfigPath at, Problems problems) {
        M found = byType.get(type);
        if (found == null) {
            problems.unknown(at, kind, type, byType.keySet());
        }
        return found;
    }

    /** All types, in alphabetical order. */
    public List<String> types() {
        return List.copyOf(byType.keySet());
    }

    /** What all types stand for, in the order of {@link #types}. */
    public List<M> all() {
        return List.copyOf(byType.values());
    }

    private static ShardingException mistake(String what) {
        return new ShardingException(ErrorCode.CONFIGURATION_INVALID, "a mistake", " " + what);
    }

    private static String key(String type) {
        return type.toLowerCase(Locale.ROOT);
    }

    /** Its name, and its jar or folder where that is known. */
    private static String described(Class<?> origin) {
        CodeSource source = origin.getProtectionDomain().getCodeSource();
        URL place = source == null ? null : source.getLocation();
        return origin.getName() + (place == null ? "" : " (" + place + ")");
    }
}
