package org.shardingjdbc.jdbc.internal.check;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.regex.Pattern;
import org.shardingjdbc.dialect.internal.structure.TableStructure;
import org.shardingjdbc.jdbc.check.CheckFinding;
import org.shardingjdbc.jdbc.check.CheckFinding.Severity;
import org.shardingjdbc.jdbc.check.FindingKind;
import org.shardingjdbc.rule.internal.Placements;
import org.shardingjdbc.rule.placement.DataNode;
import org.shardingjdbc.rule.placement.LogicTable;

/** Tables that databases have and rules do not name, although they look as if they should. Stateless. */
final class SurplusTables {
    private static final Pattern DIGITS = Pattern.compile("\\d+");

    private SurplusTables() {}

    /** Those that are called like actual tables of a logic table, or like itself, and are none. */
    static List<CheckFinding> of(Placements rules, Visits visits, CheckedTable table) {
        LogicTable own = table.logic();
        if (!own.isRenamed()) {
            return List.of();
        }
        Set<String> forms = new LinkedHashSet<>();
        forms.add(form(own.name()));
        own.dataNodes(rules.dataSourceNames()).forEach(node -> forms.add(form(node.table())));
        Set<String> taken = taken(rules);
        List<CheckFinding> findings = new ArrayList<>();
        for (Visit visit : visits.homes()) {
            if (!visit.isRead()) {
                continue;
            }
            for (TableStructure each : visit.known().tables()) {
                String place = visit.dataSource() + "." + each.name().toLowerCase(Locale.ROOT);
                boolean logic = rules.table(each.name()) != null && !each.name().equalsIgnoreCase(table.name());
                if (forms.contains(form(each.name())) && !taken.contains(place) && !logic) {
                    findings.add(surplus(table, visit, each.name()));
                }
            }
        }
        return findings;
    }

    private static CheckFinding surplus(CheckedTable table, Visit visit, String name) {
        String written = visit.sql().written(name);
        return new CheckFinding(
                FindingKind.TABLE_SURPLUS,
                Severity.WARNING,
                table.name(),
                visit.name() + "." + name,
                "The table is no data node of " + table.name() + ", so that no statement sees its rows.",
                "Name it in actualDataNodes; or write its rows through the sharding data source, then drop it.",
                List.of("SELECT COUNT(*) FROM " + written, "DROP TABLE " + written));
    }

    /** The data nodes of all tables, as places. */
    private static Set<String> taken(Placements rules) {
        Set<String> taken = new LinkedHashSet<>();
        for (LogicTable each : rules.tables()) {
            if (each.isRenamed()) {
                for (DataNode node : each.dataNodes(rules.dataSourceNames())) {
                    taken.add(node.dataSource() + "." + node.table().toLowerCase(Locale.ROOT));
                }
            }
        }
        return taken;
    }

    /** The same for names that differ in numbers only. */
    private static String form(String name) {
        return DIGITS.matcher(name.toLowerCase(Locale.ROOT)).replaceAll("0");
    }

    /** Tables without a rule that several data sources have: a statement that names one is refused. */
    static List<CheckFinding> ambiguous(Placements rules, Visits visits) {
        Map<String, List<String>> holders = new TreeMap<>();
        Map<String, String> names = new LinkedHashMap<>();
        for (Visit visit : visits.homes()) {
            for (TableStructure each : visit.isRead() ? visit.known().tables() : List.<TableStructure>of()) {
                boolean ours = rules.table(each.name()) != null
                        || !rules.logicName(each.name()).equals(each.name());
                if (!ours && rules.adopts(visit.dataSource(), null, each.name())) {
                    String key = each.name().toLowerCase(Locale.ROOT);
                    names.putIfAbsent(key, each.name());
                    holders.computeIfAbsent(key, name -> new ArrayList<>()).add(visit.name());
                }
            }
        }
        List<CheckFinding> findings = new ArrayList<>();
        holders.forEach((key, places) -> {
            if (places.size() > 1) {
                findings.add(new CheckFinding(
                        FindingKind.TABLE_AMBIGUOUS,
                        Severity.WARNING,
                        names.get(key),
                        null,
                        "No rule places the table, and " + String.join(", ", places) + " have one each.",
                        "Let a rule place it: in all of them with the same rows, spread over them, or in one.",
                        List.of()));
            }
        });
        return findings;
    }
}
