package org.shardingjdbc.plan.internal.proof;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.shardingjdbc.dialect.internal.Dialect;
import org.shardingjdbc.dialect.internal.Dialects;
import org.shardingjdbc.parser.internal.ast.Query;
import org.shardingjdbc.parser.internal.ast.QueryBody.Select;
import org.shardingjdbc.parser.internal.ast.QueryStatement;
import org.shardingjdbc.parser.internal.ast.UpdateStatement;
import org.shardingjdbc.plan.internal.PlanSchema;
import org.shardingjdbc.route.internal.bind.BoundStatement;

/**
 * What may be left to copies of broadcast tables, whose rows have no common order, and to clocks, of which each data
 * node has its own; beside each that may be one that misses it by little. {@code code} and {@code title} of t_region
 * are of a loose collation, {@code name} of t_country is binary; the keys are region_id and country_id.
 */
class CopyRulesTest {
    /** As in the cases of what is refused. */
    private static final String TIES = "ROWS_OF_COPIES_TIE ";

    private static SingleValues values(String sql, Dialect dialect) {
        BoundStatement bound = ProofRulesTest.bound(sql, dialect);
        return new SingleValues(bound, new PlanSchema(dialect), dialect);
    }

    /** Columns are known by a sharded table beside. */
    private static SingleValues beside(String query, Dialect dialect) {
        return values("SELECT o.order_id FROM t_order o CROSS JOIN (" + query + ") c", dialect);
    }

    private static Query inner(SingleValues values) {
        return values.bound().parsed().analysis().all(Query.class).get(1);
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
            SELECT name FROM t_country ORDER BY country_id LIMIT 1                                | proved
            SELECT country_id FROM t_country ORDER BY name LIMIT 1 | LIMIT of rows that tie
            SELECT name FROM t_country ORDER BY name LIMIT 1                                      | proved
            SELECT code FROM t_region ORDER BY code LIMIT 1 | LIMIT of rows that tie
            SELECT country_id FROM t_country LIMIT 1 | LIMIT without ORDER BY
            SELECT country_id FROM t_country WHERE country_id = 7 LIMIT 1                         | proved
            SELECT country_id FROM t_country WHERE name = 'x' LIMIT 1 | LIMIT without ORDER BY
            SELECT 1 FROM t_country LIMIT 1                                                       | proved
            SELECT country_id FROM t_country ORDER BY name FETCH FIRST 1 ROW WITH TIES            | proved
            SELECT country_id FROM t_country ORDER BY name OFFSET 1 ROW FETCH FIRST 1 ROW WITH TIES | LIMIT of rows that tie
            SELECT MAX(country_id) FROM t_country LIMIT 1                                         | proved
            SELECT name, COUNT(*) AS n FROM t_country GROUP BY name ORDER BY n, name LIMIT 1      | proved
            SELECT name, COUNT(*) AS n FROM t_country GROUP BY name ORDER BY n LIMIT 1 | LIMIT of rows that tie
            SELECT name, COUNT(*) AS n FROM t_country GROUP BY name WITH ROLLUP ORDER BY name LIMIT 1 | LIMIT of rows that tie
            SELECT DISTINCT name FROM t_country ORDER BY country_id LIMIT 1 | LIMIT of rows that tie
            SELECT DISTINCT name FROM t_country GROUP BY name, country_id ORDER BY country_id, name LIMIT 1 | LIMIT of rows that tie
            SELECT country_id, name FROM t_country ORDER BY 1 LIMIT 1 | proved
            SELECT DISTINCT name FROM t_country ORDER BY country_id, name LIMIT 1 | LIMIT of rows that tie
            SELECT DISTINCT country_id, name FROM t_country ORDER BY country_id LIMIT 1           | proved
            SELECT c.name FROM t_country c JOIN t_region r ON r.code = c.name ORDER BY country_id, region_id LIMIT 1 | proved
            SELECT r.title FROM t_country c JOIN t_region r ON r.code = c.name ORDER BY country_id LIMIT 1 | LIMIT of rows that tie
            SELECT x.n FROM (SELECT name AS n, country_id FROM t_country) x ORDER BY country_id LIMIT 1 | LIMIT of rows that tie
            """)
    void limits(String query, String said) {
        SingleValues values = beside(query, Dialects.MYSQL);
        Query limited = inner(values);
        String found =
                ProofRulesTest.said(new LimitRule(new RowKeys(values)).of(limited, Distribution.REPLICATED, false));
        assertThat(found).startsWith(said.equals("proved") ? "limit: " : TIES + said);
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
            SELECT country_id, ROW_NUMBER() OVER (ORDER BY country_id) AS n FROM t_country         | nothing
            SELECT country_id, ROW_NUMBER() OVER (ORDER BY name) AS n FROM t_country               | ROW_NUMBER
            SELECT country_id, ROW_NUMBER() OVER (ORDER BY 1) AS n FROM t_country | ROW_NUMBER
            SELECT name, SUM(country_id) OVER (ORDER BY name) AS n FROM t_country GROUP BY name | country_id of any row of a group
            SELECT name, SUM(COUNT(*)) OVER (ORDER BY name) AS n FROM t_country GROUP BY name | nothing
            SELECT country_id, ROW_NUMBER() OVER (PARTITION BY country_id) AS n FROM t_country     | nothing
            SELECT country_id, DENSE_RANK() OVER (ORDER BY name) AS n FROM t_country               | nothing
            SELECT country_id, SUM(country_id) OVER (ORDER BY name) AS n FROM t_country            | nothing
            SELECT country_id, SUM(country_id) OVER (ORDER BY name ROWS UNBOUNDED PRECEDING) AS n FROM t_country | SUM
            SELECT country_id, FIRST_VALUE(country_id) OVER w AS n FROM t_country WINDOW w AS (ORDER BY name) | FIRST_VALUE
            SELECT GROUP_CONCAT(name ORDER BY name) AS n FROM t_country                            | nothing
            SELECT GROUP_CONCAT(code ORDER BY code) AS n FROM t_region                             | GROUP_CONCAT
            SELECT GROUP_CONCAT(code ORDER BY region_id) AS n FROM t_region                        | nothing
            SELECT GROUP_CONCAT(name) AS n FROM t_country                                          | GROUP_CONCAT
            SELECT ANY_VALUE(name) AS n FROM t_country                                             | ANY_VALUE
            SELECT SUM(country_id) AS n FROM t_country                                             | nothing
            SELECT SUM(SQRT(country_id)) AS n FROM t_country                                       | SUM
            SELECT STDDEV(country_id) AS n FROM t_country                                          | STDDEV
            SELECT name, COUNT(*) AS n FROM t_country GROUP BY name                                | nothing
            SELECT name, country_id FROM t_country GROUP BY name | country_id of any row of a group
            SELECT country_id, name FROM t_country GROUP BY country_id                             | nothing
            SELECT * FROM t_country GROUP BY country_id                                            | nothing
            SELECT * FROM t_country GROUP BY name | * of any row of a group
            SELECT name, COUNT(*) AS n FROM t_country | name of any row of a group
            SELECT COUNT(*) AS n FROM t_region GROUP BY code                                       | nothing
            SELECT code FROM t_region GROUP BY code | GROUP BY of equals
            SELECT DISTINCT code FROM t_region | DISTINCT of equals
            SELECT DISTINCT name FROM t_country                                                    | nothing
            SELECT DISTINCT * FROM t_region | DISTINCT of equals
            SELECT DISTINCT x.c FROM (SELECT UPPER(code) AS c FROM t_region) x | DISTINCT of equals
            SELECT DISTINCT x.c FROM (SELECT name AS c FROM t_country UNION ALL SELECT code FROM t_region) x | DISTINCT of equals
            SELECT MAX(code) AS n FROM t_region | MAX of equals
            SELECT MAX(name) AS n FROM t_country                                                   | nothing
            """)
    void blocks(String query, String said) {
        SingleValues values = beside(query, Dialects.MYSQL);
        Query inner = inner(values);
        String found = ProofRulesTest.said(new BroadcastRule(values, false).of((Select) inner.body(), inner));
        String wanted = said.replace("of equals", "of values that are equal and not the same");
        assertThat(found).isEqualTo(said.equals("nothing") ? said : TIES + wanted);
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
            SELECT status, CURRENT_TIMESTAMP FROM t_order                                          | now
            SELECT status, created FROM t_order                                                    | nothing
            SELECT CASE WHEN created < CURRENT_TIMESTAMP THEN 1 ELSE 2 END FROM t_order            | nothing
            SELECT CASE WHEN amount = 1 THEN CURRENT_TIMESTAMP ELSE created END FROM t_order       | now
            SELECT n FROM (SELECT CURRENT_TIMESTAMP AS n FROM t_order) x                           | now
            SELECT n FROM (SELECT amount AS n, CURRENT_TIMESTAMP AS m FROM t_order) x              | nothing
            SELECT n FROM (SELECT * FROM (SELECT CURRENT_TIMESTAMP AS n FROM t_order) y) x         | now
            SELECT n FROM (SELECT created AS n FROM t_order UNION ALL SELECT CURRENT_TIMESTAMP FROM t_order) x | now
            SELECT * FROM (SELECT CURRENT_TIMESTAMP AS n FROM t_order) x                           | now
            SELECT * FROM (SELECT amount FROM t_order WHERE created < CURRENT_TIMESTAMP) x         | nothing
            SELECT (SELECT CURRENT_TIMESTAMP) FROM t_order                                         | now
            """)
    void moments(String sql, String said) {
        BoundStatement bound = ProofRulesTest.bound(sql, Dialects.H2);
        Select block =
                (Select) ((QueryStatement) bound.parsed().statement()).query().body();
        Verdict verdict = new ClockRule(bound).of(List.copyOf(block.items()));
        assertThat(verdict.isProved()).as(ProofRulesTest.said(verdict)).isEqualTo(said.equals("nothing"));
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
            UPDATE t_country SET name = 'x'                                                             | true
            UPDATE t_country c JOIN t_region r ON r.region_id = c.country_id SET c.name = r.title       | true
            UPDATE t_country c JOIN t_region r ON r.code = c.name SET c.name = r.title                  | false
            UPDATE t_country c, t_region r SET c.name = r.title WHERE c.country_id = r.region_id        | true
            UPDATE t_region r, t_country c SET name = r.title WHERE c.country_id = r.region_id          | true
            UPDATE t_region r, t_country c SET name = r.title WHERE c.country_id = r.code               | false
            UPDATE t_country c, t_region r SET c.name = r.title WHERE c.country_id = r.region_id OR c.name = 'x' | false
            UPDATE t_region r, t_country c SET c.name = r.title, r.title = c.name WHERE c.country_id = r.region_id | false
            UPDATE t_country c JOIN t_region r ON r.region_id = c.country_id JOIN t_single d ON d.id = r.region_id SET c.name=d.name | true
            UPDATE t_country c JOIN (SELECT title FROM t_region) r ON r.title = c.name SET c.name = r.title | false
            """)
    void joinedUpdates(String sql, boolean onePerRow) {
        SingleValues values = values(sql, Dialects.MYSQL);
        UpdateStatement update = (UpdateStatement) values.bound().parsed().statement();
        assertThat(new JoinedUpdate(values, update).isOnePerRow()).isEqualTo(onePerRow);
    }
}
