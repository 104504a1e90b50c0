package org.shardingjdbc.proxy.internal.authority;

import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;
import org.shardingjdbc.jdbc.config.PlaceholderType;
import org.shardingjdbc.jdbc.internal.yaml.PlaceholderValues;
import org.shardingjdbc.jdbc.internal.yaml.YamlDocument;
import org.shardingjdbc.jdbc.internal.yaml.YamlMap;
import org.shardingjdbc.rule.problem.ConfigPath;

/**
 * Reads the users of a document as ShardingSphere's users write them, under {@code authority}; what else stands in the
 * document is not looked at. Stateless.
 */
public final class AuthorityYaml {
    private static final String ALL = "ALL_PERMITTED";
    private static final String BY_DATABASE = "DATABASE_PERMITTED";
    private static final String MAPPINGS = "user-database-mappings";

    private AuthorityYaml() {}

    /**
     * Reads a text.
     *
     * @param name what messages call it
     * @param placeholders what fills them
     * @return empty where it says nothing of users
     * @throws org.shardingjdbc.error.ShardingException when it is no YAML, or what it says of users has mistakes; the
     *     message has all of them
     */
    public static List<ProxyAccount> read(String yaml, String name, PlaceholderType placeholders) {
        YamlDocument document = YamlDocument.parse(yaml, name, new Values(placeholders));
        YamlMap root = document.map();
        List<ProxyAccount> accounts = new ArrayList<>();
        YamlMap authority = root == null ? null : root.map("authority");
        if (authority != null) {
            read(authority, accounts);
        }
        if (!document.problems().isEmpty()) {
            document.places().raise(document.problems());
        }
        return accounts;
    }

    private record Values(PlaceholderType type) implements PlaceholderValues {
        @Override
        public @Nullable String kind() {
            return switch (type) {
                case NONE -> null;
                case ENVIRONMENT -> "environment variable";
                case SYSTEM_PROPS -> "system property";
            };
        }

        @Override
        public @Nullable String value(String name) {
            return switch (type) {
                case NONE -> null;
                case ENVIRONMENT -> System.getenv(name);
                case SYSTEM_PROPS -> System.getProperty(name);
            };
        }
    }

    private static void read(YamlMap authority, List<ProxyAccount> accounts) {
        authority.only(List.of("users", "privilege"));
        Map<String, Set<String>> granted = granted(authority.map("privilege"));
        Set<String> mentioned = new LinkedHashSet<>();
        for (YamlMap.Element element : authority.elements("users")) {
            YamlMap user = element.map();
            if (user != null) {
                ProxyAccount account = account(user, granted);
                if (account != null && mentioned.add(account.toString())) {
                    accounts.add(account);
                } else if (account != null) {
                    user.problems().add(user.path().key("user"), "user '" + account + "' is there twice");
                }
            }
        }
        if (granted != null) {
            for (String each : granted.keySet()) {
                if (!mentioned.contains(each)) {
                    authority
                            .problems()
                            .add(
                                    authority.path().key("privilege"),
                                    MAPPINGS + " grants a database to '" + each + "', which is no user");
                }
            }
        }
    }

    private static @Nullable ProxyAccount account(YamlMap user, @Nullable Map<String, Set<String>> granted) {
        user.only(List.of("user", "password", "admin", "readOnly", "distSQL"));
        String written = user.requiredText("user");
        String password = user.requiredText("password");
        boolean admin = user.flag("admin", false);
        boolean readOnly = user.flag("readOnly", false);
        boolean distSql = user.flag("distSQL", admin);
        if (written == null || password == null) {
            return null;
        }
        AddressPattern from = from(written, user.problems()::add, user.path().key("user"));
        String name = name(written);
        if (from == null || name.isEmpty()) {
            return null;
        }
        Set<String> databases = null;
        if (granted != null && !admin) {
            databases = granted.getOrDefault(name + "@" + from, Set.of());
            databases = databases.contains("*") ? null : databases;
        }
        return new ProxyAccount(name, from, password, readOnly, databases, distSql);
    }

    /** What takes mistakes. */
    private interface Complaints {
        void add(ConfigPath path, String what);
    }

    private static String name(String written) {
        int at = written.lastIndexOf('@');
        return at < 0 ? written : written.substring(0, at);
    }

    private static @Nullable AddressPattern from(String written, Complaints complaints, ConfigPath path) {
        int at = written.lastIndexOf('@');
        if (name(written).isEmpty()) {
            complaints.add(path, "a user is written as name@address, not '" + written + "'");
            return null;
        }
        try {
            return AddressPattern.of(at < 0 ? "" : written.substring(at + 1));
        } catch (IllegalArgumentException e) {
            complaints.add(path, String.valueOf(e.getMessage()));
            return null;
        }
    }

    /** Databases by {@code name@address}; null where all users may use all. */
    private static @Nullable Map<String, Set<String>> granted(@Nullable YamlMap privilege) {
        if (privilege == null) {
            return null;
        }
        privilege.only(List.of("type", "props"));
        String type = privilege.requiredText("type");
        if (type == null || type.equals(ALL)) {
            return null;
        }
        if (!type.equals(BY_DATABASE)) {
            privilege
                    .problems()
                    .add(privilege.path().key("type"), "expected is " + ALL + " or " + BY_DATABASE + ", not " + type);
            return null;
        }
        Map<String, Set<String>> granted = new TreeMap<>();
        YamlMap props = privilege.map("props");
        if (props == null) {
            privilege.problems().missing(privilege.path(), "props", ": " + MAPPINGS + " is written there");
            return granted;
        }
        String mappings = props.only(List.of(MAPPINGS)).requiredText(MAPPINGS);
        if (mappings == null) {
            return granted;
        }
        ConfigPath path = props.path().key(MAPPINGS);
        for (String each : mappings.split(",", -1)) {
            int equals = each.lastIndexOf('=');
            String user = equals < 0 ? "" : each.substring(0, equals).strip();
            String database = each.substring(equals + 1).strip();
            if (user.isEmpty() || database.isEmpty()) {
                privilege.problems().add(path, "expected is user@address=database, not '" + each.strip() + "'");
                continue;
            }
            AddressPattern from = from(user, privilege.problems()::add, path);
            if (from != null) {
                granted.computeIfAbsent(name(user) + "@" + from, key -> new LinkedHashSet<>())
                        .add(database);
            }
        }
        return granted;
    }
}
