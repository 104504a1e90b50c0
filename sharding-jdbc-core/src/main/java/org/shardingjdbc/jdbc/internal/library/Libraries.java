package org.shardingjdbc.jdbc.internal.library;

import com.github.benmanes.caffeine.cache.Caffeine;
import com.zaxxer.hikari.HikariConfig;
import java.net.URL;
import java.security.CodeSource;
import org.antlr.v4.runtime.Parser;
import org.antlr.v4.runtime.RuntimeMetaData;
import org.jspecify.annotations.Nullable;
import org.shardingjdbc.error.ErrorCode;
import org.shardingjdbc.error.ShardingException;
import org.yaml.snakeyaml.LoaderOptions;
import org.yaml.snakeyaml.Yaml;
import org.yaml.snakeyaml.constructor.SafeConstructor;

/**
 * Refuses libraries that cannot work, before a linkage error somewhere in the middle does. Frameworks manage the
 * versions of what we need, often below those that we are built with. Stateless.
 */
public final class Libraries {
    /** From here on the runtime reads parsers as the generator of today writes them. */
    private static final int ANTLR_MINOR = 10;

    private Libraries() {}

    /** @throws ShardingException that names the library and the version it needs */
    public static void check() {
        require("SnakeYAML", "1.30", Libraries::readsNodes);
        require("HikariCP", "4.0.3", Libraries::keepsAlive);
        require("Caffeine", "2.9", Libraries::weighs);
        require("The ANTLR runtime", "4.10", Libraries::parses);
    }

    /** What is called of a library that its older versions do not have. */
    @FunctionalInterface
    private interface Use {
        /** @return the class of the library that was called, or null when it is too old */
        @Nullable
        Class<?> call();
    }

    private static void require(String library, String version, Use use) {
        try {
            if (use.call() != null) {
                return;
            }
        } catch (LinkageError e) {
            throw ShardingException.causedBy(e, ErrorCode.LIBRARY_TOO_OLD, library, fault(library), version);
        }
        throw new ShardingException(ErrorCode.LIBRARY_TOO_OLD, library, fault(library), version);
    }

    private static Class<?> readsNodes() {
        LoaderOptions options = new LoaderOptions();
        options.setMaxAliasesForCollections(1);
        return new SafeConstructor(options).getClass();
    }

    private static Class<?> keepsAlive() {
        HikariConfig config = new HikariConfig();
        config.setKeepaliveTime(0);
        return config.getClass();
    }

    private static Class<?> weighs() {
        return Caffeine.newBuilder()
                .maximumWeight(1)
                .weigher((Object key, Object value) -> 1)
                .executor(Runnable::run)
                .build()
                .getClass();
    }

    private static @Nullable Class<?> parses() {
        String[] parts = RuntimeMetaData.getRuntimeVersion().split("[.-]");
        boolean known = parts.length > 1 && parts[1].chars().allMatch(Character::isDigit);
        return known && parts[0].equals("4") && Integer.parseInt(parts[1]) < ANTLR_MINOR ? null : RuntimeMetaData.class;
    }

    /** Too old, with the jar, whose name tells the version, or not there. */
    private static String fault(String library) {
        try {
            Class<?> type =
                    switch (library) {
                        case "SnakeYAML" -> Yaml.class;
                        case "HikariCP" -> HikariConfig.class;
                        case "Caffeine" -> Caffeine.class;
                        default -> Parser.class;
                    };
            CodeSource source = type.getProtectionDomain().getCodeSource();
            URL jar = source == null ? null : source.getLocation();
            String path = jar == null ? "" : jar.getPath();
            return "too old ("
                    + (path.isEmpty() ? "of an unknown version" : path.substring(path.lastIndexOf('/') + 1))
                    + ")";
        } catch (LinkageError e) {
            return "missing";
        }
    }
}
