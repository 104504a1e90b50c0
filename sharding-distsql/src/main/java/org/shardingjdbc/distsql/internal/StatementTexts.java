package org.shardingjdbc.distsql.internal;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.antlr.v4.runtime.ParserRuleContext;
import org.shardingjdbc.distsql.internal.grammar.DistSqlParser.AlgorithmContext;
import org.shardingjdbc.distsql.internal.grammar.DistSqlParser.NameContext;
import org.shardingjdbc.distsql.internal.grammar.DistSqlParser.NamesContext;
import org.shardingjdbc.distsql.internal.grammar.DistSqlParser.PropertiesContext;
import org.shardingjdbc.distsql.internal.grammar.DistSqlParser.PropertyContext;
import org.shardingjdbc.rule.config.AlgorithmConfiguration;

/** What names, values and algorithms of a text say. Stateless. */
final class StatementTexts {
    private StatementTexts() {}

    /** Without quotes. */
    static String of(ParserRuleContext nameOrValue) {
        return unquoted(nameOrValue.getText());
    }

    /** Without quotes; a quote inside is written twice. */
    static String unquoted(String text) {
        char first = text.charAt(0);
        if (first != '"' && first != '\'' && first != '`') {
            return text;
        }
        String quote = String.valueOf(first);
        return text.substring(1, text.length() - 1).replace(quote + quote, quote);
    }

    static List<String> of(NamesContext names) {
        return names.name().stream().map(StatementTexts::of).toList();
    }

    static List<String> of(List<NameContext> names) {
        return names.stream().map(StatementTexts::of).toList();
    }

    /** @param properties null for none */
    static Map<String, String> of(PropertiesContext properties) {
        Map<String, String> map = new LinkedHashMap<>();
        if (properties != null) {
            for (PropertyContext property : properties.property()) {
                String key = of(property.value(0));
                if (map.putIfAbsent(key, of(property.value(1))) != null) {
                    throw SyntaxErrors.at(property, "property '" + key + "' stands twice");
                }
            }
        }
        return map;
    }

    static AlgorithmConfiguration of(AlgorithmContext algorithm) {
        return new AlgorithmConfiguration(of(algorithm.value()), of(algorithm.properties()));
    }
}
