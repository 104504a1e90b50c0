package org.shardingjdbc.parser.internal;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.shardingjdbc.dialect.internal.Dialects;
import org.shardingjdbc.parser.internal.ast.DeleteStatement;
import org.shardingjdbc.parser.internal.ast.Expression;
import org.shardingjdbc.parser.internal.ast.Expression.ColumnReference;
import org.shardingjdbc.parser.internal.ast.Limit;
import org.shardingjdbc.parser.internal.ast.Node;
import org.shardingjdbc.parser.internal.ast.Nodes;
import org.shardingjdbc.parser.internal.ast.QueryBody.Select;
import org.shardingjdbc.parser.internal.ast.TableReference.DeltaTable;
import org.shardingjdbc.parser.internal.ast.With.CommonTable;

class AnalysisTest {
    private static final String SQL = "WITH gone AS (DELETE FROM t WHERE a = 1 RETURNING a)"
            + " SELECT g.a, CASE WHEN g.a > (SELECT MAX(b) FROM u) THEN 1 END FROM gone g ORDER BY g.a";

    private final ParsedSql parsed = new SqlParser(Dialects.POSTGRESQL).parse(SQL);
    private final Analysis analysis = parsed.analysis();

    @Test
    void nodesAreThoseOfAWalk() {
        List<Node> walked = new ArrayList<>();
        Nodes.forEach(parsed.statement(), walked::add);
        assertThat(analysis.nodes()).hasSameSizeAs(walked);
        for (int i = 0; i < walked.size(); i++) {
            assertThat(analysis.nodes().get(i)).isSameAs(walked.get(i));
        }
    }

    @Test
    void nodesOfAKindAreInTextOrder() {
        assertThat(analysis.all(ColumnReference.class))
                .extracting(column -> column.span().of(SQL))
                .containsExactly("a", "a", "g.a", "g.a", "b", "g.a");
        assertThat(analysis.all(Expression.class)).containsAll(analysis.all(ColumnReference.class));
        assertThat(analysis.all(Limit.class)).isEmpty();
    }

    @Test
    void tellsWhatThereIs() {
        assertThat(analysis.has(Select.class)).isTrue();
        assertThat(analysis.has(Expression.class)).isTrue();
        assertThat(analysis.has(DeltaTable.class)).isFalse();
        assertThat(analysis.any(Select.class, select -> select.where() != null)).isFalse();
        assertThat(analysis.any(DeleteStatement.class, delete -> delete.where() != null))
                .isTrue();
        assertThat(analysis.nesting()).singleElement().isInstanceOf(CommonTable.class);
        assertThat(analysis.nested()).singleElement().isInstanceOf(DeleteStatement.class);
    }
}
