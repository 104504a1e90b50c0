package org.shardingjdbc.dialect.internal.mysql.structure;

import java.util.List;
import org.shardingjdbc.dialect.internal.structure.ColumnStructure;
import org.shardingjdbc.dialect.internal.structure.ForeignKeyStructure;
import org.shardingjdbc.dialect.internal.structure.IndexStructure;
import org.shardingjdbc.dialect.internal.structure.NameForms;
import org.shardingjdbc.dialect.internal.structure.Structures;

/**
 * INFORMATION_SCHEMA of MySQL and MariaDB. MySQL tells a default as its value, MariaDB as an expression.
 *
 * @param names how names are written
 */
public record MySqlStructures(NameForms names) implements Structures {
    @Override
    public String columns() {
        return """
                SELECT C.TABLE_NAME, C.COLUMN_NAME, C.COLUMN_TYPE, C.IS_NULLABLE,
                       CASE WHEN C.COLUMN_DEFAULT IS NULL THEN NULL
                            WHEN VERSION() LIKE '%MariaDB%' THEN NULLIF(C.COLUMN_DEFAULT, 'NULL')
                            WHEN C.DATA_TYPE = 'bit' OR C.COLUMN_DEFAULT LIKE 'CURRENT_TIMESTAMP%' THEN C.COLUMN_DEFAULT
                            WHEN C.EXTRA LIKE '%DEFAULT_GENERATED%' THEN CONCAT('(', C.COLUMN_DEFAULT, ')')
                            ELSE QUOTE(C.COLUMN_DEFAULT) END,
                       CASE WHEN C.EXTRA LIKE '%auto_increment%' THEN 'AUTO_INCREMENT'
                            WHEN C.EXTRA LIKE '%on update%' THEN CONCAT('ON UPDATE ', SUBSTRING_INDEX(C.EXTRA, 'on update ', -1))
                            WHEN C.GENERATION_EXPRESSION <> '' THEN CONCAT('GENERATED ALWAYS AS (', C.GENERATION_EXPRESSION, ')',
                                 IF(C.EXTRA LIKE '%STORED%', ' STORED', ' VIRTUAL')) END,
                       C.COLLATION_NAME
                  FROM INFORMATION_SCHEMA.COLUMNS C JOIN INFORMATION_SCHEMA.TABLES T
                    ON T.TABLE_SCHEMA = C.TABLE_SCHEMA AND T.TABLE_NAME = C.TABLE_NAME
                 WHERE C.TABLE_SCHEMA = ? AND T.TABLE_TYPE = 'BASE TABLE' ORDER BY C.TABLE_NAME, C.ORDINAL_POSITION""";
    }

    @Override
    public String indexes() {
        return """
                SELECT TABLE_NAME, INDEX_NAME, IF(NON_UNIQUE = 0, 'YES', 'NO'), IF(INDEX_NAME = 'PRIMARY', 'YES', 'NO'),
                       IF(SUB_PART IS NULL, COLUMN_NAME, NULL),
                       COALESCE(CONCAT('`', COLUMN_NAME, '`', IF(SUB_PART IS NULL, '', CONCAT('(', SUB_PART, ')')),
                                IF(COLLATION = 'D', ' DESC', '')), '?'),
                       IF(INDEX_TYPE IN ('FULLTEXT', 'SPATIAL'), INDEX_TYPE, NULL), NULL
                  FROM INFORMATION_SCHEMA.STATISTICS WHERE TABLE_SCHEMA = ? ORDER BY TABLE_NAME, INDEX_NAME, SEQ_IN_INDEX""";
    }

    @Override
    public String foreignKeys() {
        return """
                SELECT K.TABLE_NAME, K.CONSTRAINT_NAME, K.COLUMN_NAME, K.REFERENCED_TABLE_NAME, K.REFERENCED_COLUMN_NAME,
                       R.DELETE_RULE
                  FROM INFORMATION_SCHEMA.KEY_COLUMN_USAGE K JOIN INFORMATION_SCHEMA.REFERENTIAL_CONSTRAINTS R
                    ON R.CONSTRAINT_SCHEMA = K.CONSTRAINT_SCHEMA AND R.CONSTRAINT_NAME = K.CONSTRAINT_NAME
                       AND R.TABLE_NAME = K.TABLE_NAME
                 WHERE K.TABLE_SCHEMA = ? AND K.REFERENCED_TABLE_NAME IS NOT NULL
                 ORDER BY K.TABLE_NAME, K.CONSTRAINT_NAME, K.ORDINAL_POSITION""";
    }

    /** A computed column has its clause behind the type, all others behind NULL and DEFAULT. */
    @Override
    public String definition(ColumnStructure column) {
        String start = written(column.name()) + " " + column.typeAndCollation();
        String nulls = column.nullable() ? " NULL" : " NOT NULL";
        boolean computed = column.generation() != null && column.generation().startsWith("GENERATED");
        if (computed) {
            return start + " " + column.generation() + nulls;
        }
        return start
                + nulls
                + (column.defaultValue() == null ? "" : " DEFAULT " + column.defaultValue())
                + (column.generation() == null ? "" : " " + column.generation());
    }

    @Override
    public List<String> change(String table, ColumnStructure column, ColumnStructure like) {
        return List.of(alter(table) + "MODIFY COLUMN " + definition(like));
    }

    @Override
    public String drop(String table, IndexStructure index) {
        return alter(table) + (index.primary() ? "DROP PRIMARY KEY" : "DROP INDEX " + written(index.name()));
    }

    @Override
    public String drop(String table, ForeignKeyStructure key) {
        return alter(table) + "DROP FOREIGN KEY " + written(key.name());
    }
}
