package org.shardingjdbc.distsql.internal;

import org.shardingjdbc.distsql.internal.Commands.Rows;
import org.shardingjdbc.distsql.internal.grammar.DistSqlBaseVisitor;
import org.shardingjdbc.distsql.internal.grammar.DistSqlParser;
import org.shardingjdbc.jdbc.config.ShardingConfiguration;

/** Makes rows of statements that ask something: finds who answers each kind. Stateless. */
final class QuestionReader extends DistSqlBaseVisitor<Rows> {
    @Override
    public Rows visitShowUnits(DistSqlParser.ShowUnitsContext text) {
        return SettingRows.units(text);
    }

    @Override
    public Rows visitShowVariables(DistSqlParser.ShowVariablesContext text) {
        return SettingRows.variables(text);
    }

    @Override
    public Rows visitShowTransactionRule(DistSqlParser.ShowTransactionRuleContext text) {
        return SettingRows.transactionRule(text);
    }

    @Override
    public Rows visitShowInstances(DistSqlParser.ShowInstancesContext text) {
        return SettingRows.instances(text);
    }

    @Override
    public Rows visitShowJobs(DistSqlParser.ShowJobsContext text) {
        return JobStatements.rows(text);
    }

    @Override
    public Rows visitShowJob(DistSqlParser.ShowJobContext text) {
        return JobStatements.rows(text);
    }

    @Override
    public Rows visitShowJobRule(DistSqlParser.ShowJobRuleContext text) {
        return JobStatements.rows(text);
    }

    @Override
    public Rows visitShowTimeTables(DistSqlParser.ShowTimeTablesContext text) {
        return JobStatements.rows(text);
    }

    @Override
    public Rows visitAdviseSlots(DistSqlParser.AdviseSlotsContext text) {
        return JobStatements.rows(text);
    }

    @Override
    public Rows visitConvertConfiguration(DistSqlParser.ConvertConfigurationContext text) {
        return SettingRows.converted(text);
    }

    @Override
    public Rows visitExportConfiguration(DistSqlParser.ExportConfigurationContext text) {
        return SettingRows.exported(text);
    }

    @Override
    public Rows visitShowTables(DistSqlParser.ShowTablesContext text) {
        return ShardingRuleRows.tables(text);
    }

    @Override
    public Rows visitShowNodes(DistSqlParser.ShowNodesContext text) {
        return ShardingRuleRows.nodes(text);
    }

    @Override
    public Rows visitShowParts(DistSqlParser.ShowPartsContext text) {
        return ShardingRuleRows.parts(text);
    }

    @Override
    public Rows visitShowUnusedParts(DistSqlParser.ShowUnusedPartsContext text) {
        return ShardingRuleRows.unusedParts(text);
    }

    @Override
    public Rows visitShowDefaultStrategy(DistSqlParser.ShowDefaultStrategyContext text) {
        return ShardingRuleRows.defaultStrategies(text);
    }

    @Override
    public Rows visitShowBroadcast(DistSqlParser.ShowBroadcastContext text) {
        return ShardingRuleRows.broadcast(text);
    }

    @Override
    public Rows visitShowDefaultSingle(DistSqlParser.ShowDefaultSingleContext text) {
        return ShardingRuleRows.defaultSingle(text);
    }

    @Override
    public Rows visitCountRule(DistSqlParser.CountRuleContext text) {
        return ShardingRuleRows.count(text);
    }

    @Override
    public Rows visitShowSingle(DistSqlParser.ShowSingleContext text) {
        return SingleTableRows.loaded(text);
    }

    @Override
    public Rows visitShowUnloadedSingle(DistSqlParser.ShowUnloadedSingleContext text) {
        return SingleTableRows.unloaded(text);
    }

    @Override
    public Rows visitCountSingle(DistSqlParser.CountSingleContext text) {
        return SingleTableRows.count(text);
    }

    @Override
    public Rows visitAskFeature(DistSqlParser.AskFeatureContext text) {
        Features.require(text.featureQuestion());
        return text.featureQuestion().accept(new FeatureQuestionReader());
    }

    @Override
    public Rows visitShowReferences(DistSqlParser.ShowReferencesContext text) {
        String only = text.name() == null ? null : StatementTexts.of(text.name());
        return Questions.in(
                text.fromDatabase(),
                configuration ->
                        Questions.answer("name sharding_table_reference", References.rows(configuration, only)));
    }

    @Override
    public Rows visitShowTablesUsing(DistSqlParser.ShowTablesUsingContext text) {
        return Questions.in(
                text.fromDatabase(), configuration -> Questions.answer("type name", Uses.tables(configuration, text)));
    }

    @Override
    public Rows visitShowRulesUsing(DistSqlParser.ShowRulesUsingContext text) {
        String unit = StatementTexts.of(text.name());
        return target -> {
            ShardingConfiguration configuration = target.configuration();
            Questions.requireDatabase(text.fromDatabase(), configuration);
            return Questions.answer("type name", Uses.ofUnit(target, configuration, unit));
        };
    }
}
