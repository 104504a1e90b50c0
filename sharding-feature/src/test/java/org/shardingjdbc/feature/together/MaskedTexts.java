package org.shardingjdbc.feature.together;

import java.util.List;
import javax.sql.DataSource;
import org.shardingjdbc.testkit.oracle.FurtherRules;
import org.shardingjdbc.testkit.oracle.internal.model.ColumnModel;
import org.shardingjdbc.testkit.oracle.internal.model.GeneratedStatement;
import org.shardingjdbc.testkit.oracle.internal.schema.GeneratedSchema;
import org.shardingjdbc.testkit.oracle.internal.schema.GeneratedTable;

/**
 * Masks for the oracle, on columns {@code title} and {@code tenant}. They are taken off the answers again, and values
 * that should have had one are told.
 */
public final class MaskedTexts implements FurtherRules {
    @Override
    public double answeredReads() {
        return 0.5;
    }

    private static boolean isMasked(ColumnModel column) {
        return TextColumns.isOne(column, "title") || TextColumns.isOne(column, "tenant");
    }

    @Override
    public GeneratedSchema seen(GeneratedSchema generated) {
        return TextColumns.with(generated, MaskedTexts::isMasked, MaskedTexts::secret, MaskedTexts::secret);
    }

    private static ColumnModel secret(ColumnModel column) {
        List<String> samples =
                column.samples().stream().map(MaskedTexts::secret).toList();
        return new ColumnModel(column.name(), column.kind(), column.nullable(), column.type(), samples);
    }

    private static String secret(String literal) {
        return "'" + Unmasking.SECRET + literal.substring(1);
    }

    @Override
    public String yaml(String yaml, GeneratedSchema seen) {
        StringBuilder text = new StringBuilder();
        for (GeneratedTable table : seen.tables()) {
            List<ColumnModel> columns = table.model().columns().stream()
                    .filter(MaskedTexts::isMasked)
                    .toList();
            if (!columns.isEmpty()) {
                text.append("    %s:\n      columns:\n".formatted(table.model().name()));
                columns.forEach(column ->
                        text.append("        '%s': {maskAlgorithm: tag}\n".formatted(TextColumns.bare(column))));
            }
        }
        String rule = "rules:\n- !MASK\n  tables:\n" + text + "  maskAlgorithms:\n    tag: {type: TEST_TAG}\n";
        return text.isEmpty() ? yaml : yaml.replace("rules:\n", rule);
    }

    @Override
    public DataSource unseen(DataSource sharded, GeneratedSchema seen) {
        return Unmasking.of(sharded);
    }

    @Override
    public boolean mayAsk(List<GeneratedStatement> statements, GeneratedSchema seen) {
        return TextColumns.alterNothing(statements);
    }
}
