package org.shardingjdbc.testkit.oracle.internal.schema;

import java.util.ArrayList;
import java.util.List;
import org.shardingjdbc.testkit.DatabaseKind;
import org.shardingjdbc.testkit.oracle.internal.model.GeneratedStatement;
import org.shardingjdbc.testkit.oracle.internal.model.RandomChoices;

/**
 * A table whose names are unique though they do not decide where its rows lie, and upserts by them: the sharded side
 * has to look up where a name is. The rules know of the table; a script makes it. One for each script.
 */
public final class KnownNames {
    /** Sharded by {@code id}. */
    static final String TABLE = "known_names";

    private static final String[] NAMES = {"'ann'", "'bob'", "'eve'", "'new'", "'other'", "'zoe'"};

    private final DatabaseKind kind;
    private final RandomChoices choices;

    public KnownNames(DatabaseKind kind, RandomChoices choices) {
        this.kind = kind;
        this.choices = choices;
    }

    /** H2 has no upsert that is looked up. */
    public static boolean areOn(DatabaseKind kind) {
        return kind != DatabaseKind.H2;
    }

    /** The entry under {@code autoTables}. */
    static String tableYaml(int sources) {
        return "    %s:\n      actualDataSources: ds_${0..%d}\n      shardingStrategy:\n        standard:\n"
                        .formatted(TABLE, sources - 1)
                + "          shardingColumn: id\n          shardingAlgorithmName: known_names_table\n";
    }

    /** The entry of its algorithm. */
    static String algorithmYaml() {
        return "    known_names_table:\n      type: MOD\n      props:\n        sharding-count: 4\n";
    }

    public List<GeneratedStatement> statements() {
        List<GeneratedStatement> statements = new ArrayList<>();
        statements.add(GeneratedStatement.definition(
                "CREATE TABLE " + TABLE
                        + " (id INT NOT NULL PRIMARY KEY, name VARCHAR(20) NOT NULL UNIQUE, qty INT NULL)",
                "DROP TABLE IF EXISTS " + TABLE));
        statements.add(write("INSERT INTO " + TABLE + " VALUES (1, 'ann', 1), (2, 'bob', 2), (3, 'eve', NULL)"
                + choices.pick("", ", (8, 'zoe', 5)")));
        int id = 10;
        do {
            statements.add(write(upsert(id)));
            statements.add(all());
            if (choices.chance(25)) {
                statements.add(write(choices.pick(
                        "UPDATE " + TABLE + " SET qty = qty + 1 WHERE name = 'bob'",
                        "DELETE FROM " + TABLE + " WHERE name = 'bob'",
                        "DELETE FROM " + TABLE)));
            }
            id += 1 + choices.next(3);
        } while (statements.size() < 14 && choices.chance(75));
        return statements;
    }

    private static GeneratedStatement write(String sql) {
        return new GeneratedStatement(sql, List.of(), true, List.of(), false);
    }

    private static GeneratedStatement all() {
        return new GeneratedStatement(
                "SELECT id, name, qty FROM " + TABLE + " ORDER BY name", List.of(), false, List.of(1), true);
    }

    private String upsert(int newId) {
        String id = Integer.toString(choices.chance(20) ? 1 + choices.next(3) : newId);
        String row = "(" + id + ", " + choices.pick(NAMES) + ", " + choices.pick("7", "NULL", "0") + ")";
        String rows = choices.chance(25) ? row + ", (" + (newId + 30) + ", 'more', 1)" : row;
        String into = TABLE + " (id, name, qty) VALUES " + rows;
        if (kind == DatabaseKind.POSTGRESQL) {
            return "INSERT INTO " + into
                    + choices.pick(
                            " ON CONFLICT (name) DO UPDATE SET qty = EXCLUDED.qty",
                            " ON CONFLICT (name) DO NOTHING",
                            " ON CONFLICT DO NOTHING",
                            " ON CONFLICT (name) DO UPDATE SET qty = known_names.qty + 1 WHERE known_names.qty > 0");
        }
        return switch (choices.next(4)) {
            case 1 -> "INSERT IGNORE INTO " + into;
            case 2 -> "REPLACE INTO " + into;
            case 3 -> "INSERT INTO " + into + " ON DUPLICATE KEY UPDATE qty = qty + 1";
            default -> "INSERT INTO " + into + " ON DUPLICATE KEY UPDATE qty = VALUES(qty)";
        };
    }
}
