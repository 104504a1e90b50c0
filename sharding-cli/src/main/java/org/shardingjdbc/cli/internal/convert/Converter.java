package org.shardingjdbc.cli.internal.convert;

import java.util.List;
import java.util.Objects;
import org.shardingjdbc.error.ShardingException;
import org.shardingjdbc.jdbc.config.PlaceholderSource;
import org.shardingjdbc.jdbc.config.YamlConfigurations;
import org.shardingjdbc.rule.RuleProvider;
import org.shardingjdbc.rule.convert.ConversionDraft;
import org.shardingjdbc.rule.convert.ConvertedMap;
import org.shardingjdbc.rule.convert.ForeignItem;
import org.shardingjdbc.rule.convert.RuleConversion;
import org.shardingjdbc.rule.convert.Verdicts;
import org.shardingjdbc.rule.internal.RuleProviders;
import org.yaml.snakeyaml.error.MarkedYAMLException;
import org.yaml.snakeyaml.error.YAMLException;

/**
 * Converts a configuration of ShardingSphere-JDBC 4.x or 5.x: its YAML, the properties or the YAML of its Spring Boot
 * starters, or a JDBC URL. Nothing is opened, and no class is loaded because the input names it, but for what rules of
 * the result load when they are checked. Stateless.
 */
public final class Converter {
    private static final String STARTER = "shardingsphere";

    private Converter() {}

    /** Checks the result as if each placeholder had a value. */
    private static final class AnyValue implements PlaceholderSource {
        @Override
        public String value(String name) {
            return "1";
        }

        @Override
        public String fill(String text) {
            return text;
        }
    }

    /**
     * Converts a text.
     *
     * @param name what messages call it; one that ends with {@code .properties} is read as properties
     * @throws IllegalArgumentException when it can be read as none of these; the message says where and why
     */
    public static Conversion convert(String text, String name) {
        String trimmed = text.strip();
        if (trimmed.startsWith(Urls.THEIRS) && trimmed.lines().count() == 1) {
            return url(trimmed);
        }
        List<ForeignItem> documents =
                name.endsWith(".properties") ? List.of(PropertyItems.read(text)) : yaml(text, name);
        boolean isSpring = documents.stream()
                .flatMap(each -> each.entries().keySet().stream())
                .anyMatch(key -> key.equals("spring") || key.startsWith("spring."));
        return isSpring ? spring(documents, name) : document(documents, name);
    }

    private static List<ForeignItem> yaml(String text, String name) {
        try {
            return YamlItems.read(text);
        } catch (MarkedYAMLException e) {
            String place = e.getProblemMark() == null
                    ? name
                    : name + ":" + (e.getProblemMark().getLine() + 1) + ":"
                            + (e.getProblemMark().getColumn() + 1);
            throw new IllegalArgumentException(place + " is no YAML: " + e.getProblem(), e);
        } catch (YAMLException e) {
            throw new IllegalArgumentException(name + " is no YAML: " + e.getMessage(), e);
        }
    }

    private static Conversion url(String url) {
        ForeignItem root = ForeignItem.map("", 1, 1, "");
        ForeignItem item = ForeignItem.quoted("url", 1, 1, url);
        root.put("url", item);
        Verdicts verdicts = new Verdicts();
        return new Conversion(Urls.convert(url, item, verdicts), verdicts.of(root), List.of());
    }

    private static Conversion document(List<ForeignItem> documents, String name) {
        if (documents.size() > 1) {
            throw new IllegalArgumentException(
                    name + " has " + documents.size() + " documents; convert each of them in a file of its own");
        }
        if (documents.isEmpty()) {
            throw nothing(name);
        }
        ForeignItem root = documents.get(0);
        boolean known = root.is(ForeignItem.Kind.MAP)
                && (root.get("dataSources") != null
                        || root.get("dataSource") != null
                        || root.get("rules") != null
                        || root.entries().keySet().stream().anyMatch(key -> key.endsWith("Rule")));
        if (!known) {
            throw nothing(name);
        }
        ConversionDraft draft = new ConversionDraft(conversions());
        new Document(draft).convert(root);
        return conversion(draft, root);
    }

    private static List<RuleConversion> conversions() {
        return RuleProviders.load().all().stream()
                .map(RuleProvider::conversion)
                .filter(Objects::nonNull)
                .toList();
    }

    private static IllegalArgumentException nothing(String name) {
        return new IllegalArgumentException(name + " holds no configuration of ShardingSphere-JDBC: expected is a YAML"
                + " with dataSources and rules, or with spring.shardingsphere, such properties, or a URL that begins"
                + " with " + Urls.THEIRS);
    }

    private static Conversion spring(List<ForeignItem> documents, String name) {
        List<ForeignItem> springs = documents.stream()
                .map(PropertyItems::expand)
                .map(root -> root.get("spring"))
                .filter(each -> each != null)
                .toList();
        List<ForeignItem> starters = springs.stream()
                .map(each -> each.get(STARTER))
                .filter(each -> each != null)
                .toList();
        if (starters.size() > 1) {
            throw new IllegalArgumentException(name + " has spring.shardingsphere in " + starters.size()
                    + " documents; convert each profile in a file of its own");
        }
        if (!starters.isEmpty()) {
            ConversionDraft draft = new ConversionDraft(conversions());
            new Document(draft).ofSpring(starters.get(0));
            return conversion(draft, starters.get(0));
        }
        return springs.stream()
                .map(each -> each.get("datasource"))
                .filter(each ->
                        each != null && String.valueOf(each.textOf("url")).startsWith(Urls.THEIRS))
                .findFirst()
                .map(Converter::springUrl)
                .orElseThrow(() -> nothing(name));
    }

    /** A URL in {@code spring.datasource}: what to write there. */
    private static Conversion springUrl(ForeignItem source) {
        Verdicts verdicts = new Verdicts();
        ConvertedMap result = new ConvertedMap();
        ConvertedMap written = result.map("spring").map("datasource");
        ForeignItem driver = source.get("driverClassName");
        if (driver != null) {
            verdicts.changed(driver, "is org.shardingjdbc.jdbc.ShardingDriver");
            written.put("driver-class-name", "org.shardingjdbc.jdbc.ShardingDriver");
        }
        ForeignItem url = source.get("url");
        if (url != null) {
            written.put("url", Urls.convert(url.text(), url, verdicts));
        }
        source.entries().forEach((key, item) -> {
            if (!verdicts.has(item)) {
                verdicts.taken(item);
                written.put(key, item);
            }
        });
        return new Conversion(YamlText.of(result), verdicts.of(source), List.of());
    }

    private static Conversion conversion(ConversionDraft draft, ForeignItem root) {
        String yaml = YamlText.of(draft.document());
        return new Conversion(yaml, draft.verdicts().of(root), mistakes(yaml));
    }

    /** What this library says of the result. */
    private static List<String> mistakes(String yaml) {
        try {
            YamlConfigurations.parse(yaml, "result", new AnyValue()).check();
            return List.of();
        } catch (ShardingException e) {
            return e.getMessage().lines().map(String::strip).toList();
        }
    }
}
