package org.shardingjdbc.distsql.internal;

import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.shardingjdbc.distsql.internal.Commands.Rows;
import org.shardingjdbc.distsql.internal.grammar.DistSqlBaseVisitor;
import org.shardingjdbc.distsql.internal.grammar.DistSqlParser;
import org.shardingjdbc.distsql.internal.grammar.DistSqlParser.NameContext;
import org.shardingjdbc.jdbc.config.ShardingConfiguration;

/** As {@link QuestionReader}, for the rules of sharding-feature; loaded only where that is. Stateless. */
final class FeatureQuestionReader extends DistSqlBaseVisitor<Rows> {
    private static final String ALGORITHM_COLUMNS = "shadow_algorithm_name type props";

    private static @Nullable String only(NameContext name) {
        return name == null ? null : StatementTexts.of(name);
    }

    @Override
    public Rows visitShowGroups(DistSqlParser.ShowGroupsContext text) {
        String only = only(text.name());
        return Questions.in(
                text.fromDatabase(),
                configuration -> Questions.answer(Groups.COLUMNS, Groups.rows(configuration, only)));
    }

    @Override
    public Rows visitShowReplicas(DistSqlParser.ShowReplicasContext text) {
        String only = only(text.name());
        return target -> {
            Set<String> off = target.governance().switches().disabled();
            return Questions.in(
                            text.fromDatabase(),
                            configuration -> Questions.answer(
                                    "name storage_unit_name status", Groups.states(configuration, only, off)))
                    .of(target);
        };
    }

    @Override
    public Rows visitShowEncrypted(DistSqlParser.ShowEncryptedContext text) {
        String only = only(text.name());
        return Questions.in(
                text.fromDatabase(),
                configuration -> Questions.answer(EncryptedTables.COLUMNS, EncryptedTables.rows(configuration, only)));
    }

    @Override
    public Rows visitShowMasked(DistSqlParser.ShowMaskedContext text) {
        String only = only(text.name());
        return Questions.in(
                text.fromDatabase(),
                configuration -> Questions.answer(MaskedTables.COLUMNS, MaskedTables.rows(configuration, only)));
    }

    @Override
    public Rows visitShowShadows(DistSqlParser.ShowShadowsContext text) {
        String only = only(text.name());
        return Questions.in(
                text.fromDatabase(),
                configuration -> Questions.answer(
                        "rule_name source_name shadow_name shadow_table", Shadows.rows(configuration, only)));
    }

    @Override
    public Rows visitShowShadowTables(DistSqlParser.ShowShadowTablesContext text) {
        return Questions.in(
                text.fromDatabase(),
                configuration ->
                        Questions.answer("shadow_table shadow_algorithm_name", Shadows.tableRows(configuration)));
    }

    @Override
    public Rows visitShowShadowAlgorithms(DistSqlParser.ShowShadowAlgorithmsContext text) {
        return Questions.in(
                text.fromDatabase(),
                configuration -> Questions.answer(
                        ALGORITHM_COLUMNS + " is_default",
                        List.copyOf(Shadows.algorithmRows(configuration).values())));
    }

    @Override
    public Rows visitShowDefaultShadow(DistSqlParser.ShowDefaultShadowContext text) {
        return Questions.in(text.fromDatabase(), configuration -> {
            Map<String, List<String>> rows = Shadows.algorithmRows(configuration);
            List<String> row = rows.get(Shadows.ruleOf(configuration).defaultShadowAlgorithmName());
            return Questions.answer(
                    ALGORITHM_COLUMNS, row == null ? List.of() : List.of(row.subList(0, row.size() - 1)));
        });
    }

    @Override
    public Rows visitCountFeature(DistSqlParser.CountFeatureContext text) {
        return Questions.in(
                text.fromDatabase(),
                configuration -> Questions.count(
                        text.getChild(1).getText().toLowerCase(Locale.ROOT),
                        configuration,
                        count(text, configuration)));
    }

    private static int count(DistSqlParser.CountFeatureContext text, ShardingConfiguration configuration) {
        if (text.READWRITE_SPLITTING() != null) {
            return Groups.ruleOf(configuration).dataSourceGroups().size();
        }
        if (text.ENCRYPT() != null) {
            return EncryptedTables.ruleOf(configuration).tables().size();
        }
        return text.MASK() != null
                ? MaskedTables.ruleOf(configuration).tables().size()
                : Shadows.ruleOf(configuration).dataSources().size();
    }
}
