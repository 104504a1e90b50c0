package org.shardingjdbc.rule.internal.sharding;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.shardingjdbc.rule.algorithm.AlgorithmProperties;
import org.shardingjdbc.rule.algorithm.Extensions;
import org.shardingjdbc.rule.algorithm.ForeignAlgorithms;
import org.shardingjdbc.rule.algorithm.InvalidPropertyException;
import org.shardingjdbc.rule.algorithm.TypeRegistry;
import org.shardingjdbc.rule.audit.Auditor;
import org.shardingjdbc.rule.audit.AuditorFactory;
import org.shardingjdbc.rule.config.AlgorithmConfiguration;
import org.shardingjdbc.rule.config.AuditConfiguration;
import org.shardingjdbc.rule.config.ShardingRuleConfiguration;
import org.shardingjdbc.rule.placement.Audit;
import org.shardingjdbc.rule.problem.ConfigPath;
import org.shardingjdbc.rule.problem.Problems;

/** The auditors of {@code !SHARDING} by the names of their entries; mistakes are told. One per compilation. */
final class Auditors {
    /** The type whose name is {@code DML_SHARDING_CONDITIONS}; its refusal is an error of its own. */
    static final String CONDITIONS = "DML_SHARDING_CONDITIONS";

    private static final String CLASS_BASED = "CLASS_BASED";

    private final ShardingRuleConfiguration rule;
    private final ConfigPath path;
    private final Problems problems;
    private final TypeRegistry<AuditorFactory> types = new TypeRegistry<>("auditor type");
    private final Map<String, Auditor> made = new HashMap<>();

    /** A sharding condition is demanded. */
    private static final class Conditions implements AuditorFactory {
        @Override
        public String type() {
            return CONDITIONS;
        }

        @Override
        public Auditor create(AlgorithmProperties properties) {
            return (table, execution) ->
                    execution.unconditioned().contains(table) ? "it has no sharding condition" : null;
        }
    }

    /** @param path of the rule */
    Auditors(ShardingRuleConfiguration rule, ConfigPath path, Problems problems) {
        this.rule = rule;
        this.path = path;
        this.problems = problems;
    }

    /** Makes each of them; comes before {@link #of}. */
    void compile() {
        types.builtIn(CONDITIONS, new Conditions())
                .services(AuditorFactory.class, AuditorFactory::type, factory -> factory);
        rule.auditors().forEach(this::make);
    }

    private void make(String name, AlgorithmConfiguration entry) {
        ConfigPath at = path.key("auditors").key(name);
        AuditorFactory factory = entry.type() == null ? null : types.of(entry.type());
        if (factory == null) {
            addUnknown(at, entry);
            return;
        }
        AlgorithmProperties properties = new AlgorithmProperties(entry.props());
        try {
            made.put(name, factory.create(properties));
            for (String unknown : properties.unknown()) {
                problems.unknownKey(at.key("props").key(unknown), properties.known());
            }
        } catch (InvalidPropertyException e) {
            problems.property(at, entry.props(), e.property(), e.getMessage());
        }
    }

    private void addUnknown(ConfigPath at, AlgorithmConfiguration entry) {
        String type = entry.type() == null ? "" : entry.type();
        Class<?> named = namedClass(entry.props());
        for (ForeignAlgorithms foreign : Extensions.services(ForeignAlgorithms.class)) {
            String what = foreign.auditor(type, named);
            if (what != null) {
                problems.add(at.key("type"), what);
                return;
            }
        }
        if (type.equalsIgnoreCase(CLASS_BASED)) {
            problems.add(at.key("type"), "auditors are not named by class; write an " + AuditorFactory.class.getName());
            return;
        }
        types.find(type, at.key("type"), problems);
    }

    /** The class that a property like {@code algorithmClassName} names, or null. */
    private static @Nullable Class<?> namedClass(Map<String, ?> properties) {
        for (Map.Entry<String, ?> property : properties.entrySet()) {
            if (property.getKey().toLowerCase(Locale.ROOT).endsWith("classname") && property.getValue() != null) {
                try {
                    return Extensions.named(property.getValue().toString().trim());
                } catch (ClassNotFoundException | LinkageError e) {
                    continue;
                }
            }
        }
        return null;
    }

    /** The auditors of a table as they were made; without those that have mistakes. */
    List<ShardingRule.NamedAuditor> of(ShardedTable table) {
        List<ShardingRule.NamedAuditor> all = new ArrayList<>();
        for (Audit audit : table.audits()) {
            Auditor auditor = made.get(audit.name());
            if (auditor != null) {
                all.add(new ShardingRule.NamedAuditor(table.name(), audit, auditor));
            }
        }
        return all;
    }

    /** The auditors of a table. */
    List<Audit> of(@Nullable AuditConfiguration own, ConfigPath tablePath) {
        AuditConfiguration strategy = own == null ? rule.defaultAuditStrategy() : own;
        if (strategy == null) {
            return List.of();
        }
        ConfigPath at = own == null ? path.key("defaultAuditStrategy") : tablePath.key("auditStrategy");
        List<Audit> audits = new ArrayList<>();
        for (int i = 0; i < strategy.auditorNames().size(); i++) {
            String name = strategy.auditorNames().get(i);
            AlgorithmConfiguration auditor = rule.auditors().get(name);
            if (auditor == null) {
                ConfigPath place = at.key("auditorNames").index(i);
                problems.unknown(place, "auditor", name, rule.auditors().keySet());
            } else if (auditor.type() != null) {
                audits.add(new Audit(name, auditor.type().toUpperCase(Locale.ROOT), strategy.allowHintDisable()));
            }
        }
        return audits;
    }
}
