package org.shardingjdbc.distsql.internal.words;

import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.shardingjdbc.error.ErrorCode;
import org.shardingjdbc.error.ShardingException;

/** Statements of DistSQL that are known and not executed, by the words that they begin with. Stateless. */
public final class RefusedStatements {
    private static final Map<String, String> REASONS = reasons();

    private RefusedStatements() {}

    private static Map<String, String> reasons() {
        Map<String, String> all = new LinkedHashMap<>();
        putOperations(all);
        putRules(all);
        putAlgorithms(all);
        putOthers(all);
        return Collections.unmodifiableMap(all);
    }

    private static void putOperations(Map<String, String> all) {
        put(
                all,
                "tables are moved from a storage unit: use REGISTER, ALTER, UNREGISTER and SHOW STORAGE UNIT",
                "REGISTER MIGRATION",
                "UNREGISTER MIGRATION",
                "SHOW MIGRATION SOURCE");
        put(
                all,
                "every row is compared, by the databases themselves; STOP MIGRATION ends it, and CHECK MIGRATION compares"
                        + " again",
                "SHOW MIGRATION CHECK ALGORITHMS",
                "DROP MIGRATION",
                "START MIGRATION CHECK",
                "STOP MIGRATION CHECK");
        put(
                all,
                "the limits of jobs are props: SET DIST VARIABLE scaling-rows-per-second and the others of docs/scaling.md",
                "ALTER MIGRATION RULE");
        put(
                all,
                "there is no change data capture; read the log of each database",
                "SHOW STREAMING LIST",
                "SHOW STREAMING STATUS",
                "SHOW STREAMING RULE",
                "DROP STREAMING",
                "ALTER STREAMING RULE");
        put(
                all,
                "instances, switches and the circuit are those of ShardingDataSource.governance(); see docs/governance.md",
                "LOCK CLUSTER WITH",
                "UNLOCK CLUSTER",
                "SHOW COMPUTE NODE",
                "ENABLE COMPUTE NODE",
                "DISABLE COMPUTE NODE",
                "LABEL COMPUTE NODE",
                "RELABEL COMPUTE NODE",
                "UNLABEL COMPUTE NODE");
    }

    private static void putRules(Map<String, String> all) {
        put(
                all,
                "the caches of texts and plans are props; ask by SHOW DIST VARIABLES",
                "SHOW SQL_PARSER RULE",
                "ALTER SQL_PARSER RULE");
        put(
                all,
                "there is no proxy whose users and traffic could be ruled; the users are those of the data sources",
                "SHOW AUTHORITY RULE",
                "ALTER AUTHORITY RULE",
                "SHOW TRAFFIC RULE",
                "SHOW TRAFFIC RULES",
                "CREATE TRAFFIC RULE",
                "ALTER TRAFFIC RULE",
                "DROP TRAFFIC RULE");
        put(
                all,
                "queries over several data sources need no rule; EXPLAIN SHARDING tells what becomes of one",
                "SHOW SQL_FEDERATION RULE",
                "ALTER SQL_FEDERATION RULE");
        put(all, "a dialect is that of the databases", "SHOW SQL_TRANSLATOR RULE", "ALTER SQL_TRANSLATOR RULE");
        put(
                all,
                "the coordinator is opened with the data source; write 'transaction' of the YAML, and restart",
                "ALTER TRANSACTION RULE");
    }

    private static void putAlgorithms(Map<String, String> all) {
        put(
                all,
                "it is made with the table that uses it: write it into CREATE or ALTER SHARDING TABLE RULE",
                "CREATE SHARDING ALGORITHM",
                "ALTER SHARDING ALGORITHM",
                "CREATE SHARDING KEY GENERATOR",
                "CREATE SHARDING KEY GENERATE",
                "ALTER SHARDING KEY GENERATOR",
                "ALTER SHARDING KEY GENERATE",
                "CREATE SHARDING AUDITOR",
                "ALTER SHARDING AUDITOR",
                "CREATE KEY GENERATOR",
                "ALTER KEY GENERATOR");
        put(
                all,
                "it is made with the tables that use it: write it into CREATE or ALTER SHADOW RULE",
                "CREATE SHADOW ALGORITHM",
                "ALTER SHADOW ALGORITHM");
        put(
                all,
                "the pages about rules and algorithms list the types; a wrong one is told with those that there are",
                "SHOW PLUGINS OF",
                "SHOW SHARDING ALGORITHM PLUGINS",
                "SHOW KEY GENERATE ALGORITHM PLUGINS",
                "SHOW LOAD BALANCE ALGORITHM PLUGINS",
                "SHOW ENCRYPT ALGORITHM PLUGINS",
                "SHOW MASK ALGORITHM PLUGINS",
                "SHOW SHADOW ALGORITHM PLUGINS");
    }

    private static void putOthers(Map<String, String> all) {
        put(
                all,
                "ask for definitions by SHOW COLUMNS, or by DatabaseMetaData; REFRESH TABLE METADATA reads them again",
                "SHOW TABLE METADATA");
        put(
                all,
                "definitions are read of the databases; EXPORT and IMPORT DATABASE CONFIGURATION take data sources, rules"
                        + " and props",
                "EXPORT METADATA",
                "IMPORT METADATA",
                "EXPORT STORAGE NODES");
        put(
                all,
                "hints are scopes in Java or comments of a statement; see ShardingHint and docs/configuration.md",
                "SET SHARDING HINT",
                "ADD SHARDING HINT",
                "SET READWRITE_SPLITTING HINT",
                "SHOW SHARDING HINT",
                "SHOW READWRITE_SPLITTING HINT",
                "CLEAR SHARDING HINT",
                "CLEAR READWRITE_SPLITTING HINT",
                "CLEAR HINT");
        put(all, "there is no tree to show; EXPLAIN SHARDING or PREVIEW tells what becomes of a statement", "PARSE");
    }

    private static void put(Map<String, String> all, String reason, String... statements) {
        for (String statement : statements) {
            all.put(statement, reason);
        }
    }

    /** What these statements begin with. */
    public static Set<String> words() {
        return REASONS.keySet();
    }

    /**
     * Refuses a statement that is known and not executed.
     *
     * @param words the first ones of it, in upper case
     */
    public static void check(List<String> words) {
        StringBuilder statement = new StringBuilder();
        for (String word : words) {
            statement.append(statement.isEmpty() ? "" : " ").append(word);
            String reason = REASONS.get(statement.toString());
            if (reason != null) {
                throw new ShardingException(ErrorCode.DISTSQL_UNSUPPORTED, statement, reason);
            }
        }
    }
}
