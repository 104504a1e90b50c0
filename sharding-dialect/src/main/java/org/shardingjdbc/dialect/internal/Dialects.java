package org.shardingjdbc.dialect.internal;

import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.ServiceLoader;
import org.jspecify.annotations.Nullable;

/** The dialects that are on the class path, each by its service entry. */
public final class Dialects {
    private static final List<Dialect> ALL =
            distinct(ServiceLoader.load(Dialect.class, Dialects.class.getClassLoader()).stream()
                    .map(ServiceLoader.Provider::get)
                    .toList());

    public static final Dialect MYSQL = named("MYSQL");

    /** Reads as MySQL, with RETURNING, sequences, EXCEPT ALL and the like. */
    public static final Dialect MARIADB = named("MARIADB");

    public static final Dialect POSTGRESQL = named("POSTGRESQL");

    /** Reads as PostgreSQL. */
    public static final Dialect OPENGAUSS = named("OPENGAUSS");

    /** SQL-92 with H2's extras, in H2's regular mode. */
    public static final Dialect H2 = named("H2");

    /** Standard SQL without extras. */
    public static final Dialect SQL92 = named("SQL92");

    private Dialects() {}

    /** @throws IllegalStateException when two have the same name */
    static List<Dialect> distinct(List<Dialect> dialects) {
        Map<String, Dialect> byName = new HashMap<>();
        for (Dialect each : dialects) {
            Dialect other = byName.putIfAbsent(each.name(), each);
            if (other != null) {
                throw new IllegalStateException("dialect " + each.name() + " exists twice, in "
                        + other.getClass().getName() + " and in "
                        + each.getClass().getName() + "; give one of them another name");
            }
        }
        return dialects;
    }

    /** All of them, in the order in which they are asked whether a URL is theirs. */
    public static List<Dialect> all() {
        return ALL;
    }

    /**
     * The dialect of a name.
     *
     * @param name as {@link Dialect#name} says
     * @throws IllegalArgumentException when there is none
     */
    public static Dialect named(String name) {
        for (Dialect dialect : ALL) {
            if (dialect.name().equals(name)) {
                return dialect;
            }
        }
        throw new IllegalArgumentException("no dialect " + name);
    }

    /**
     * The dialect that a JDBC URL shows.
     *
     * @return null when it shows none
     */
    public static @Nullable Dialect ofUrl(@Nullable String jdbcUrl) {
        if (jdbcUrl == null) {
            return null;
        }
        String url = jdbcUrl.toLowerCase(Locale.ROOT);
        for (Dialect dialect : ALL) {
            String subprotocol = dialect.drivers().subprotocol();
            if (!subprotocol.isEmpty()
                    && (url.startsWith("jdbc:" + subprotocol + ":") || url.contains(":" + subprotocol + "://"))) {
                return dialect;
            }
        }
        return null;
    }

    /**
     * The dialect of a product.
     *
     * @param productName as {@link java.sql.DatabaseMetaData#getDatabaseProductName} says
     * @return null when it is none that we know
     */
    public static @Nullable Dialect ofProduct(String productName) {
        for (Dialect dialect : ALL) {
            String product = dialect.drivers().productName();
            if (!product.isEmpty() && product.equalsIgnoreCase(productName)) {
                return dialect;
            }
        }
        return null;
    }
}
