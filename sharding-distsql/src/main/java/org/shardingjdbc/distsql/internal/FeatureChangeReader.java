package org.shardingjdbc.distsql.internal;

import java.util.List;
import java.util.function.UnaryOperator;
import org.shardingjdbc.distsql.internal.grammar.DistSqlBaseVisitor;
import org.shardingjdbc.distsql.internal.grammar.DistSqlParser;
import org.shardingjdbc.jdbc.config.ShardingConfiguration;
import org.shardingjdbc.rule.config.AlgorithmConfiguration;

/** As {@link ChangeReader}, for the rules of sharding-feature; loaded only where that is. Stateless. */
final class FeatureChangeReader extends DistSqlBaseVisitor<UnaryOperator<ShardingConfiguration>> {
    @Override
    public UnaryOperator<ShardingConfiguration> visitPutGroups(DistSqlParser.PutGroupsContext text) {
        return Groups.put(text.group(), Entries.Put.of(text.CREATE(), text.ifNotExists()));
    }

    @Override
    public UnaryOperator<ShardingConfiguration> visitDropGroups(DistSqlParser.DropGroupsContext text) {
        List<String> names = StatementTexts.of(text.names());
        boolean lenient = text.ifExists() != null;
        return Groups.edit(groups -> groups.drop(names, lenient));
    }

    @Override
    public UnaryOperator<ShardingConfiguration> visitPutEncrypted(DistSqlParser.PutEncryptedContext text) {
        return EncryptedTables.put(text.encryptedTable(), Entries.Put.of(text.CREATE(), text.ifNotExists()));
    }

    @Override
    public UnaryOperator<ShardingConfiguration> visitDropEncrypted(DistSqlParser.DropEncryptedContext text) {
        List<String> names = StatementTexts.of(text.names());
        boolean lenient = text.ifExists() != null;
        return EncryptedTables.edit(tables -> tables.drop(names, lenient));
    }

    @Override
    public UnaryOperator<ShardingConfiguration> visitPutMasked(DistSqlParser.PutMaskedContext text) {
        return MaskedTables.put(text.maskedTable(), Entries.Put.of(text.CREATE(), text.ifNotExists()));
    }

    @Override
    public UnaryOperator<ShardingConfiguration> visitDropMasked(DistSqlParser.DropMaskedContext text) {
        List<String> names = StatementTexts.of(text.names());
        boolean lenient = text.ifExists() != null;
        return MaskedTables.edit(tables -> tables.drop(names, lenient));
    }

    @Override
    public UnaryOperator<ShardingConfiguration> visitPutShadows(DistSqlParser.PutShadowsContext text) {
        return Shadows.put(text.shadowSource(), Entries.Put.of(text.CREATE(), text.ifNotExists()));
    }

    @Override
    public UnaryOperator<ShardingConfiguration> visitDropShadows(DistSqlParser.DropShadowsContext text) {
        List<String> names = StatementTexts.of(text.names());
        boolean lenient = text.ifExists() != null;
        return Shadows.edit(shadows -> shadows.drop(names, lenient));
    }

    @Override
    public UnaryOperator<ShardingConfiguration> visitPutDefaultShadow(DistSqlParser.PutDefaultShadowContext text) {
        Entries.Put how = Entries.Put.of(text.CREATE(), text.ifNotExists());
        AlgorithmConfiguration algorithm = StatementTexts.of(text.algorithm());
        return Shadows.edit(shadows -> shadows.putDefault(algorithm, how));
    }

    @Override
    public UnaryOperator<ShardingConfiguration> visitDropDefaultShadow(DistSqlParser.DropDefaultShadowContext text) {
        boolean lenient = text.ifExists() != null;
        return Shadows.edit(shadows -> shadows.dropDefault(lenient));
    }

    @Override
    public UnaryOperator<ShardingConfiguration> visitDropShadowAlgorithms(
            DistSqlParser.DropShadowAlgorithmsContext text) {
        List<String> names = StatementTexts.of(text.names());
        boolean lenient = text.ifExists() != null;
        return Shadows.edit(shadows -> shadows.dropAlgorithms(names, lenient));
    }
}
