package org.shardingjdbc.testkit.oracle.internal.sql;

import java.util.ArrayList;
import java.util.List;
import org.shardingjdbc.testkit.DatabaseKind;
import org.shardingjdbc.testkit.oracle.internal.draft.RandomQuery;
import org.shardingjdbc.testkit.oracle.internal.draft.Source;
import org.shardingjdbc.testkit.oracle.internal.model.GeneratedStatement;
import org.shardingjdbc.testkit.oracle.internal.model.RandomChoices;
import org.shardingjdbc.testkit.oracle.internal.model.SchemaModel;
import org.shardingjdbc.testkit.oracle.internal.model.TableModel;
import org.shardingjdbc.testkit.oracle.internal.schema.KnownNames;

/** Statements that define something, use it, change it and use it again with the same texts. One for each script. */
final class Scripts {
    private final SchemaModel schema;
    private final RandomChoices choices;
    private final List<GeneratedStatement> statements = new ArrayList<>();

    Scripts(SchemaModel schema, RandomChoices choices) {
        this.schema = schema;
        this.choices = choices;
    }

    List<GeneratedStatement> any() {
        switch (choices.next(9)) {
            case 0, 1 -> views();
            case 2 -> copies();
            case 3 -> {
                if (!schema.qualifiers().isEmpty() && KnownNames.areOn(schema.kind())) {
                    return new KnownNames(schema.kind(), choices).statements();
                }
                changes();
            }
            case 6, 7, 8 -> {
                return new SessionWords(schema, choices).statements();
            }
            default -> changes();
        }
        return statements;
    }

    /** Views, and views over them, that are replaced in the end. */
    private void views() {
        List<Source> views = new ArrayList<>();
        String name = "sight_1";
        views.add(view(name, views, false));
        if (choices.chance(35)) {
            views.add(view("sight_2", views, false));
        }
        List<GeneratedStatement> questions = questions(schema, views);
        statements.addAll(questions);
        schema.tables().forEach(table -> statements.add(namedAsTable(table, name)));
        if (choices.chance(50)) {
            statements.add(write(schema));
            statements.addAll(questions);
        }
        if (views.size() > 1 || !choices.chance(50)) {
            return;
        }
        statements.add(GeneratedStatement.definition("DROP VIEW " + name, "DROP VIEW IF EXISTS " + name));
        if (choices.chance(70)) {
            view(name, List.of(), schema.kind() != DatabaseKind.H2);
        }
        questions.stream()
                .filter(question -> !isShown(question) || !isLimited(question))
                .map(question -> isShown(question) ? unordered(question) : question)
                .forEach(statements::add);
    }

    /** Whether a star shows what the view has, now quite other columns: an order by all of them is one of some. */
    private static boolean isShown(GeneratedStatement question) {
        return question.sql().indexOf('*') >= 0;
    }

    /** Which rows are the first depends on their order then. */
    private static boolean isLimited(GeneratedStatement question) {
        String sql = question.sql();
        return sql.contains("LIMIT ") || sql.contains("OFFSET ") || sql.contains("FETCH ");
    }

    /** A view reads its tables, whatever a common table expression around it is called. */
    private static GeneratedStatement namedAsTable(TableModel table, String view) {
        String common = table.name().substring(table.name().lastIndexOf('.') + 1);
        return whole("WITH " + common + " AS (SELECT 1 AS id) SELECT COUNT(*) AS c1 FROM " + view, false);
    }

    private Source view(String name, List<Source> before, boolean replaced) {
        Parts parts = parts(before);
        RandomQuery query = parts.draft().literally(parts::derived);
        String replace = replaced && choices.chance(50) ? "OR REPLACE " : "";
        String sql = "CREATE " + replace + "VIEW " + name + " AS " + query.sql();
        GeneratedStatement text = parts.draft().finish(sql, true, List.of(), false);
        statements.add(GeneratedStatement.definition(text.sql(), "DROP VIEW IF EXISTS " + name));
        return query.as(name);
    }

    /** A table that is made of the rows of a query. */
    private void copies() {
        Parts parts = parts(List.of());
        String name = "copied";
        RandomQuery query = parts.draft().literally(parts::derived);
        GeneratedStatement text =
                parts.draft().finish("CREATE TABLE " + name + " AS " + query.sql(), true, List.of(), false);
        statements.add(GeneratedStatement.definition(text.sql(), "DROP TABLE IF EXISTS " + name));
        statements.add(new GeneratedStatement("SELECT * FROM " + name, List.of(), false, List.of(), false));
        statements.addAll(questions(schema, List.of(query.as(name))));
    }

    /** A table that changes between two executions. */
    private void changes() {
        Parts parts = parts(List.of());
        TableModel table = parts.from().table();
        List<GeneratedStatement> questions = new ArrayList<>(questions(schema, List.of()));
        String key = String.join(", ", table.primaryKey());
        questions.add(whole("SELECT * FROM " + table.name() + choices.pick("", " WHERE id > 3"), false));
        questions.add(whole("SELECT * FROM " + table.name() + " ORDER BY " + key, true));
        String one = key + " FROM " + table.name() + " ORDER BY " + key;
        if (table.generated() == null) {
            questions.add(whole("SELECT * FROM (SELECT " + one + " LIMIT 5) few NATURAL JOIN " + table.name(), false));
        }
        if (choices.chance(30)) {
            questions.remove(0);
        }
        statements.addAll(questions);
        Alteration alteration = Alteration.any(schema.kind(), table, choices);
        statements.add(alteration.statement());
        List<GeneratedStatement> again =
                questions.stream().map(Scripts::afterAlteration).toList();
        statements.addAll(again);
        SchemaModel after = schema.withTables(schema.tables().stream()
                .map(each -> each.equals(table) ? alteration.after() : each)
                .toList());
        if (choices.chance(60)) {
            SchemaModel alone = after.withTables(List.of(alteration.after()));
            statements.add(write(alone));
            statements.addAll(again);
        }
        statements.addAll(questions(after, List.of()));
    }

    /** Where a star may show one column more than before, nobody knows any more which columns the order is of. */
    private static GeneratedStatement afterAlteration(GeneratedStatement question) {
        return question.orderKeys().isEmpty()
                        || question.totalOrder()
                        || question.sql().indexOf('*') < 0
                ? question
                : unordered(question);
    }

    private static GeneratedStatement unordered(GeneratedStatement question) {
        return new GeneratedStatement(question.sql(), question.parameters(), false, List.of(), false);
    }

    private static GeneratedStatement whole(String sql, boolean ordered) {
        return new GeneratedStatement(sql, List.of(), false, List.of(), ordered);
    }

    private List<GeneratedStatement> questions(SchemaModel model, List<Source> sources) {
        List<GeneratedStatement> questions = new ArrayList<>();
        do {
            Parts parts = new Parts(model, choices);
            sources.forEach(parts.from()::offer);
            questions.add(parts.draft().finish(parts.queries().statement()));
        } while (questions.size() < 3 && choices.chance(60));
        return questions;
    }

    private GeneratedStatement write(SchemaModel model) {
        return new RandomWrites(new Parts(model, choices)).statement();
    }

    private Parts parts(List<Source> sources) {
        Parts parts = new Parts(schema, choices);
        sources.forEach(parts.from()::offer);
        return parts;
    }
}
