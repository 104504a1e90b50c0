package org.shardingjdbc.cli.internal.convert;

import java.io.IOException;
import java.io.StringReader;
import java.io.UncheckedIOException;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Properties;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;
import org.shardingjdbc.rule.convert.ForeignItem;

/** Reads properties, and the dotted keys of Spring's YAML, into the tree of items that they mean. Stateless. */
final class PropertyItems {
    private PropertyItems() {}

    /** The properties of a text, as a tree. */
    static ForeignItem read(String text) {
        List<Property> properties = new ArrayList<>();
        List<String> lines = text.lines().toList();
        StringBuilder logical = new StringBuilder();
        int first = 0;
        for (int i = 0; i < lines.size(); i++) {
            String line = lines.get(i).stripLeading();
            if (logical.isEmpty()) {
                first = i + 1;
                if (line.isEmpty() || line.startsWith("#") || line.startsWith("!")) {
                    continue;
                }
            }
            if (goesOn(line)) {
                logical.append(line, 0, line.length() - 1);
                continue;
            }
            properties.add(property(logical.append(line).toString(), first));
            logical.setLength(0);
        }
        return tree(properties);
    }

    /** The same tree of a document whose keys may have points. */
    static ForeignItem expand(ForeignItem document) {
        List<Property> properties = new ArrayList<>();
        collect(document, "", properties);
        return tree(properties);
    }

    private record Property(String key, String value, int line, int column) {}

    private static void collect(ForeignItem item, String key, List<Property> properties) {
        if (item.is(ForeignItem.Kind.MAP)) {
            item.entries()
                    .forEach((name, entry) -> collect(entry, key.isEmpty() ? name : key + "." + name, properties));
        } else if (item.is(ForeignItem.Kind.LIST)) {
            for (int i = 0; i < item.elements().size(); i++) {
                collect(item.elements().get(i), key + "[" + i + "]", properties);
            }
        } else {
            properties.add(new Property(key, item.text(), item.line(), item.column()));
        }
    }

    private static boolean goesOn(String line) {
        int slashes = 0;
        while (slashes < line.length() && line.charAt(line.length() - 1 - slashes) == '\\') {
            slashes++;
        }
        return slashes % 2 == 1;
    }

    private static Property property(String line, int number) {
        Properties read = new Properties();
        try {
            read.load(new StringReader(line));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        String key = read.stringPropertyNames().stream().findFirst().orElse("");
        return new Property(key, read.getProperty(key, ""), number, 1);
    }

    private static ForeignItem tree(List<Property> properties) {
        Branch root = new Branch("", 1, 1);
        for (Property each : properties) {
            Branch at = root;
            for (String step : steps(each.key())) {
                at = at.below(step, each);
            }
            at.text = each.value();
        }
        return root.item();
    }

    /** {@code a.b-c[0].d} is a, b-c, [0], d. */
    private static List<String> steps(String key) {
        List<String> steps = new ArrayList<>();
        for (String part : key.split("\\.")) {
            int bracket = part.indexOf('[');
            if (bracket != 0) {
                steps.add(bracket < 0 ? part : part.substring(0, bracket));
            }
            while (bracket >= 0) {
                int end = part.indexOf(']', bracket);
                steps.add(end < 0 ? part.substring(bracket) : part.substring(bracket, end + 1));
                bracket = end < 0 ? -1 : part.indexOf('[', end);
            }
        }
        return steps;
    }

    /** A node while the tree grows. */
    private static final class Branch {
        private final String path;
        private final int line;
        private final int column;
        private final Map<String, Branch> below = new LinkedHashMap<>();
        private @Nullable String text;

        Branch(String path, int line, int column) {
            this.path = path;
            this.line = line;
            this.column = column;
        }

        Branch below(String step, Property property) {
            String at = path.isEmpty() || step.startsWith("[") ? path + step : path + "." + step;
            return below.computeIfAbsent(step, name -> new Branch(at, property.line(), property.column()));
        }

        ForeignItem item() {
            if (below.isEmpty()) {
                return ForeignItem.quoted(path, line, column, text == null ? "" : text);
            }
            if (below.keySet().stream().allMatch(Branch::isIndex)) {
                ForeignItem list = ForeignItem.list(path, line, column);
                Map<Integer, Branch> ordered = new TreeMap<>();
                below.forEach((step, branch) -> ordered.put(index(step), branch));
                ordered.values().forEach(branch -> list.add(branch.item()));
                return list;
            }
            ForeignItem map = ForeignItem.map(path, line, column, "");
            below.forEach(
                    (step, branch) -> map.put(isIndex(step) ? String.valueOf(index(step)) : name(step), branch.item()));
            return map;
        }

        private static boolean isIndex(String step) {
            return step.startsWith("[")
                    && step.endsWith("]")
                    && step.length() > 2
                    && step.substring(1, step.length() - 1).chars().allMatch(Character::isDigit);
        }

        private static int index(String step) {
            return Integer.parseInt(step.substring(1, step.length() - 1));
        }

        private static String name(String step) {
            return step.startsWith("[") && step.endsWith("]") ? step.substring(1, step.length() - 1) : step;
        }
    }
}
