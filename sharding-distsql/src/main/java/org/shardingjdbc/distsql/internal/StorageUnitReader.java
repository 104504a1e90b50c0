package org.shardingjdbc.distsql.internal;

import java.util.Collection;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.shardingjdbc.distsql.internal.grammar.DistSqlParser.CheckPrivilegesContext;
import org.shardingjdbc.distsql.internal.grammar.DistSqlParser.UnitContext;
import org.shardingjdbc.error.ErrorCode;
import org.shardingjdbc.error.ShardingException;
import org.shardingjdbc.jdbc.config.DataSourceConfiguration;
import org.shardingjdbc.jdbc.config.PlaceholderType;
import org.shardingjdbc.jdbc.config.YamlConfigurations;

/** Reads storage units. Stateless. */
final class StorageUnitReader {
    /** What URLs of a host, a port and a database begin with. */
    private static final List<String> KINDS = List.of("jdbc:mysql:", "jdbc:mariadb:", "jdbc:postgresql:");

    private static final String OTHER = "";
    /** Characters that would make more of a URL than it says. */
    private static final String PARTING = "/?&#;,@ ";

    private StorageUnitReader() {}

    /** Tells the mistakes of units before they are made. */
    static void requireReadable(List<UnitContext> texts, CheckPrivilegesContext privileges) {
        Entries.requireDistinct(texts, UnitContext::name, "storage unit");
        texts.forEach(text -> of(text, KINDS.get(0)));
        if (privileges == null) {
            return;
        }
        for (String name : StatementTexts.of(privileges.names())) {
            if (!name.equalsIgnoreCase("NONE")) {
                throw new ShardingException(
                        ErrorCode.DISTSQL_UNSUPPORTED,
                        "CHECK_PRIVILEGES=" + name,
                        "a storage unit is registered without a look at privileges; leave it out, and look by the command"
                                + " check or ShardingDataSource.check()");
            }
        }
    }

    /** @param configured the units that there are, whose kind is that of one by HOST */
    static @Nullable DataSourceConfiguration of(UnitContext text, Map<String, DataSourceConfiguration> configured) {
        return of(text, text.url == null ? kind(text, configured.values()) : OTHER);
    }

    private static String kind(UnitContext text, Collection<DataSourceConfiguration> configured) {
        Set<String> kinds = new HashSet<>();
        configured.forEach(each -> {
            String url = each instanceof DataSourceConfiguration.Pooled pooled
                    ? String.valueOf(pooled.properties().get("jdbcUrl"))
                    : OTHER;
            kinds.add(KINDS.stream()
                    .filter(kind -> url.startsWith(kind + "//"))
                    .findFirst()
                    .orElse(OTHER));
        });
        if (kinds.size() != 1 || kinds.contains(OTHER)) {
            throw SyntaxErrors.wrong("of which kind of database storage unit " + StatementTexts.of(text.name())
                    + " is, HOST, PORT and DB do not say, nor do the other units: they are not all of MySQL, all of"
                    + " MariaDB or all of PostgreSQL; write URL=\"jdbc:...\" instead");
        }
        return kinds.iterator().next();
    }

    private static String url(UnitContext text, String kind) {
        if (text.url != null) {
            return StatementTexts.of(text.url);
        }
        String host = StatementTexts.of(text.host);
        String database = StatementTexts.of(text.db);
        for (String each : new String[] {host, database}) {
            if (each.isEmpty() || each.chars().anyMatch(character -> PARTING.indexOf(character) >= 0)) {
                throw SyntaxErrors.at(text, "'" + each + "' is no HOST or DB; write URL=\"jdbc:...\" instead");
            }
        }
        String port = StatementTexts.of(text.port);
        if (port.isEmpty() || !port.chars().allMatch(each -> each >= '0' && each <= '9')) {
            throw SyntaxErrors.at(text.port, "'" + port + "' is no PORT, which is a number");
        }
        boolean bare = host.indexOf(':') >= 0 && !host.startsWith("[");
        return kind + "//" + (bare ? "[" + host + "]" : host) + ":" + port + "/" + database;
    }

    /** As the same keys of a document are read, with the same names and mistakes. */
    private static @Nullable DataSourceConfiguration of(UnitContext text, String kind) {
        Map<String, String> keys = new LinkedHashMap<>();
        keys.put("jdbcUrl", url(text, kind));
        if (text.user != null) {
            keys.put("username", StatementTexts.of(text.user));
        }
        if (text.password != null) {
            keys.put("password", StatementTexts.of(text.password));
        }
        StatementTexts.of(text.properties()).forEach((key, value) -> {
            if (keys.putIfAbsent(key, value) != null) {
                throw SyntaxErrors.at(text, "'" + key + "' stands twice");
            }
        });
        String name = StatementTexts.of(text.name());
        StringBuilder document = new StringBuilder("dataSources:\n  ");
        document.append(quoted(name, text)).append(":\n");
        keys.forEach((key, value) -> document.append("    ")
                .append(quoted(key, text))
                .append(": ")
                .append(quoted(value, text))
                .append('\n'));
        return YamlConfigurations.parse(document.toString(), "storage unit " + name, PlaceholderType.NONE)
                .dataSources()
                .get(name);
    }

    private static String quoted(String value, UnitContext text) {
        if (value.codePoints()
                .anyMatch(each -> Character.isISOControl(each) || Character.getType(each) == Character.SURROGATE)) {
            throw SyntaxErrors.at(text, "a value has line breaks, or other characters that control");
        }
        return "'" + value.replace("'", "''") + "'";
    }
}
