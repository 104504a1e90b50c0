package org.shardingjdbc.dialect.internal.h2;

import org.shardingjdbc.dialect.internal.structure.NameForms;
import org.shardingjdbc.dialect.internal.structure.Structures;

/** INFORMATION_SCHEMA as H2 has it. Indexes that H2 makes for foreign keys come and go with them. */
record H2Structures(NameForms names) implements Structures {
    @Override
    public String columns() {
        return """
                SELECT C.TABLE_NAME, C.COLUMN_NAME, DATA_TYPE_SQL(C.TABLE_SCHEMA, C.TABLE_NAME, 'TABLE', C.DTD_IDENTIFIER),
                       C.IS_NULLABLE, C.COLUMN_DEFAULT,
                       CASE WHEN C.IS_IDENTITY = 'YES' THEN 'GENERATED ' || C.IDENTITY_GENERATION || ' AS IDENTITY'
                            WHEN C.IS_GENERATED = 'ALWAYS' THEN 'GENERATED ALWAYS AS (' || C.GENERATION_EXPRESSION || ')' END,
                       NULL
                  FROM INFORMATION_SCHEMA.COLUMNS C JOIN INFORMATION_SCHEMA.TABLES T
                    ON T.TABLE_SCHEMA = C.TABLE_SCHEMA AND T.TABLE_NAME = C.TABLE_NAME
                 WHERE C.TABLE_SCHEMA = ? AND T.TABLE_TYPE LIKE '%TABLE%'
                 ORDER BY C.TABLE_NAME, C.ORDINAL_POSITION""";
    }

    @Override
    public String indexes() {
        return """
                SELECT I.TABLE_NAME, I.INDEX_NAME,
                       CASE WHEN I.INDEX_TYPE_NAME LIKE 'UNIQUE%' OR I.INDEX_TYPE_NAME = 'PRIMARY KEY' THEN 'YES' ELSE 'NO' END,
                       CASE I.INDEX_TYPE_NAME WHEN 'PRIMARY KEY' THEN 'YES' ELSE 'NO' END, C.COLUMN_NAME,
                       QUOTE_IDENT(C.COLUMN_NAME) || CASE C.ORDERING_SPECIFICATION WHEN 'DESC' THEN ' DESC' ELSE '' END,
                       NULL, K.CONSTRAINT_NAME
                  FROM INFORMATION_SCHEMA.INDEXES I JOIN INFORMATION_SCHEMA.INDEX_COLUMNS C
                    ON C.INDEX_SCHEMA = I.INDEX_SCHEMA AND C.INDEX_NAME = I.INDEX_NAME
                  LEFT JOIN INFORMATION_SCHEMA.TABLE_CONSTRAINTS K ON K.INDEX_SCHEMA = I.INDEX_SCHEMA
                       AND K.INDEX_NAME = I.INDEX_NAME AND K.TABLE_NAME = I.TABLE_NAME
                       AND K.CONSTRAINT_TYPE IN ('PRIMARY KEY', 'UNIQUE')
                 WHERE I.TABLE_SCHEMA = ? AND NOT (I.INDEX_TYPE_NAME = 'INDEX' AND I.IS_GENERATED)
                 ORDER BY I.TABLE_NAME, I.INDEX_NAME, C.ORDINAL_POSITION""";
    }

    @Override
    public String foreignKeys() {
        return """
                SELECT F.TABLE_NAME, F.CONSTRAINT_NAME, F.COLUMN_NAME, U.TABLE_NAME, U.COLUMN_NAME, R.DELETE_RULE
                  FROM INFORMATION_SCHEMA.REFERENTIAL_CONSTRAINTS R JOIN INFORMATION_SCHEMA.KEY_COLUMN_USAGE F
                    ON F.CONSTRAINT_SCHEMA = R.CONSTRAINT_SCHEMA AND F.CONSTRAINT_NAME = R.CONSTRAINT_NAME
                  JOIN INFORMATION_SCHEMA.KEY_COLUMN_USAGE U ON U.CONSTRAINT_SCHEMA = R.UNIQUE_CONSTRAINT_SCHEMA
                       AND U.CONSTRAINT_NAME = R.UNIQUE_CONSTRAINT_NAME
                       AND U.ORDINAL_POSITION = F.POSITION_IN_UNIQUE_CONSTRAINT
                 WHERE F.TABLE_SCHEMA = ? ORDER BY F.TABLE_NAME, F.CONSTRAINT_NAME, F.ORDINAL_POSITION""";
    }
}
