package org.shardingjdbc.distsql.internal;

import java.util.LinkedHashMap;
import java.util.Map;
import org.shardingjdbc.distsql.internal.grammar.DistSqlParser.UnitContext;
import org.shardingjdbc.jdbc.config.DataSourceConfiguration;
import org.shardingjdbc.jdbc.config.PlaceholderType;
import org.shardingjdbc.jdbc.config.YamlConfigurations;

/** Reads storage units. Stateless. */
final class Units {
    private Units() {}

    /** As the same keys of a document are read, with the same names and mistakes. */
    static DataSourceConfiguration of(UnitContext text) {
        Map<String, String> keys = new LinkedHashMap<>();
        int next = 0;
        keys.put("jdbcUrl", Texts.of(text.value(next++)));
        if (text.USER() != null) {
            keys.put("username", Texts.of(text.value(next++)));
        }
        if (text.PASSWORD() != null) {
            keys.put("password", Texts.of(text.value(next)));
        }
        Texts.of(text.properties()).forEach((key, value) -> {
            if (keys.putIfAbsent(key, value) != null) {
                throw SyntaxErrors.at(text, "'" + key + "' stands twice");
            }
        });
        String name = Texts.of(text.name());
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
