/*
 * Definitions. Names of tables, indexes, constraints and sequences are read exactly; types, options and bodies
 * loosely, for the database checks them.
 */
parser grammar Definitions;

definition
    : CREATE createModifier* createObject                                               # createStatement
    | DROP dropObject                                                                   # dropStatement
    | ALTER alterObject                                                                 # alterStatement
    | TRUNCATE TABLE? onlyName (T_COMMA onlyName)* opaque*                              # truncateStatement
    | RENAME (TABLE | TABLES) ifExists? renameStep (T_COMMA renameStep)*                # renameStatement
    | COMMENT ON commentTarget IS (T_STRING | NULL)                                     # commentStatement
    | GRANT grantPart* (ON grantTarget)? TO opaque+                                     # grantStatement
    | REVOKE grantPart* (ON grantTarget)? FROM opaque+                                  # revokeStatement
    | maintenance                                                                       # maintainStatement
    ;

createModifier
    : OR REPLACE
    | GLOBAL | LOCAL | TEMPORARY | TEMP | UNLOGGED | CACHED | MEMORY | UNIQUE | FULLTEXT | SPATIAL | MATERIALIZED
    | RECURSIVE | FORCE | HASH
    | NULLS NOT? DISTINCT
    | ALGORITHM T_EQUAL identifier
    | DEFINER T_EQUAL (CURRENT_USER (T_OPEN T_CLOSE)? | (identifier | T_STRING) T_VARIABLE?)
    | SQL SECURITY identifier
    ;

createObject
    : TABLE ifNotExists? tableName createTableBody                                      # createTable
    | INDEX CONCURRENTLY? ifNotExists? name? (USING identifier)? ON ONLY? tableName opaque+  # createIndex
    | VIEW ifNotExists? name columnAliases? (WITH balanced)? AS query (WITH opaque+)?   # createView
    | SEQUENCE ifNotExists? name sequenceOption*                                                # createSequence
    | (SCHEMA | DATABASE) ifNotExists? name? opaque*                                    # createSchema
    | (USER | ROLE | EXTENSION | TYPE | DOMAIN | COLLATION | TABLESPACE | SERVER) opaque+  # createOther
    ;

createTableBody
    : LIKE tableName opaque*
    | PARTITION OF tableName opaque+
    | T_OPEN (tableElement (T_COMMA tableElement)*)? T_CLOSE tableOption* (AS? query (WITH NO? DATA)?)?
    | tableOption* AS? query (WITH NO? DATA)?
    ;

tableOption
    : INHERITS T_OPEN tableName (T_COMMA tableName)* T_CLOSE
    | WITH balanced
    | ~(INHERITS | AS | SELECT | WITH | VALUES | TABLE | T_OPEN | T_QUERY_OPEN | T_CLOSE | T_DOT)
        (T_DOT ~(T_OPEN | T_QUERY_OPEN | T_CLOSE))*
    | T_OPEN (~(T_OPEN | T_QUERY_OPEN | T_CLOSE) | balanced)* T_CLOSE
    ;

tableElement
    : tableConstraint
    | LIKE tableName opaquePart*
    | columnDefinition
    ;

tableConstraint
    : (CONSTRAINT ifNotExists? constraintName?)? constraintBody
    ;

constraintName
    : identifier
    ;

constraintBody
    : PRIMARY KEY indexName? indexType? (keyParts | usingIndex) elementTail*
    | UNIQUE (KEY | INDEX)? (NULLS NOT? DISTINCT)? ifNotExists? indexName? indexType? (keyParts | usingIndex)
        elementTail*
    | FOREIGN KEY ifNotExists? indexName? columnAliases references elementTail*
    | CHECK balanced elementTail*
    | EXCLUDE (USING identifier)? balanced elementTail*
    | (FULLTEXT | SPATIAL) (KEY | INDEX)? ifNotExists? indexName? indexType? keyParts elementTail*
    | (KEY | INDEX) ifNotExists? indexName? indexType? keyParts elementTail*
    ;

indexName
    : identifier
    ;

indexType
    : USING identifier
    ;

usingIndex
    : USING INDEX indexName
    ;

keyParts
    : T_OPEN keyPart (T_COMMA keyPart)* T_CLOSE
    ;

keyPart
    : (identifier (T_OPEN T_INTEGER T_CLOSE)? | balanced) (ASC | DESC)?
    ;

references
    : REFERENCES tableName columnAliases?
    ;

elementTail
    : opaquePart
    ;

columnDefinition
    : identifier columnType? columnAttribute*
    ;

/* As dataType; apart from it, for here anything may follow. */
columnType
    : typeName typeArguments? typeTail* (T_LBRACKET T_INTEGER? T_RBRACKET)*
    ;

columnAttribute
    : CONSTRAINT constraintName                                                         # constraintAttribute
    | UNIQUE KEY?                                                                       # uniqueAttribute
    | PRIMARY? KEY                                                                      # keyAttribute
    | references                                                                        # referencesAttribute
    | (AUTO_INCREMENT | IDENTITY)                                                       # autoIncrementAttribute
    | NEXT VALUE FOR name                                                               # sequenceAttribute
    | ~(CONSTRAINT | UNIQUE | PRIMARY | KEY | REFERENCES | AUTO_INCREMENT | IDENTITY
        | T_OPEN | T_QUERY_OPEN | T_CLOSE | T_COMMA | T_DOT)
        (T_DOT ~(T_OPEN | T_QUERY_OPEN | T_CLOSE | T_COMMA))*                           # otherAttribute
    | balanced                                                                          # balancedAttribute
    ;

dropObject
    : TEMPORARY? (TABLE | TABLES) ifExists? tableName (T_COMMA tableName)* dropBehavior?  # dropTable
    | INDEX CONCURRENTLY? ifExists? ownedIndex (T_COMMA ownedIndex)* dropOption*        # dropIndex
    | MATERIALIZED? VIEW ifExists? name (T_COMMA name)* dropBehavior?                   # dropView
    | SEQUENCE ifExists? name (T_COMMA name)* dropBehavior?                             # dropSequence
    | (SCHEMA | DATABASE) ifExists? name (T_COMMA name)* dropOption*                    # dropSchema
    | TRIGGER ifExists? name (ON tableName)? dropBehavior?                              # dropTrigger
    | (USER | ROLE | EXTENSION | TYPE | DOMAIN | COLLATION | TABLESPACE | SERVER | FUNCTION | PROCEDURE | EVENT)
        opaque+                                                                         # dropOther
    ;

/* Users of MySQL name the table; for others the planner puts it in. */
ownedIndex
    : name (ON tableName)?
    ;

dropBehavior
    : RESTRICT
    | CASCADE CONSTRAINTS?
    ;

dropOption
    : dropBehavior
    | ALGORITHM T_EQUAL? (identifier | DEFAULT)
    | LOCK T_EQUAL? (identifier | DEFAULT)
    | WITH balanced
    ;

alterObject
    : (ONLINE | IGNORE)* TABLE ifExists? onlyName alterAction (T_COMMA alterAction)*    # alterTable
    | INDEX ifExists? ownedIndex (RENAME TO name | opaque+)                             # alterIndex
    | (ALGORITHM T_EQUAL identifier)? MATERIALIZED? VIEW ifExists? name columnAliases?
        (AS query (WITH opaque+)? | RENAME TO name | opaque+)                           # alterView
    | SEQUENCE ifExists? name (RENAME TO name | sequenceOption+)                                # alterSequence
    | (SCHEMA | DATABASE) name? opaque+                                                 # alterSchema
    | (USER | ROLE | EXTENSION | TYPE | DOMAIN | COLLATION | TABLESPACE | SERVER) opaque+  # alterOther
    ;

alterAction
    : ADD tableConstraint                                                               # addConstraint
    | ADD PARTITION opaquePart*                                                         # addPartition
    | ADD COLUMN? ifNotExists? (columnDefinition | T_OPEN tableElement (T_COMMA tableElement)* T_CLOSE)  # addColumn
    | DROP (INDEX | KEY) ifExists? indexName                                            # dropIndexAction
    | DROP (CONSTRAINT | CHECK) ifExists? constraintName dropBehavior?                  # dropConstraint
    | DROP FOREIGN KEY ifExists? constraintName                                         # dropForeignKey
    | DROP PRIMARY KEY                                                                  # dropPrimaryKey
    | DROP PARTITION ifExists? identifier (T_COMMA identifier)*                        # dropPartition
    | DROP COLUMN? ifExists? identifier dropBehavior?                                   # dropColumn
    | MODIFY COLUMN? ifExists? columnDefinition                                         # modifyColumn
    | CHANGE COLUMN? ifExists? identifier columnDefinition                              # changeColumn
    | ALTER INDEX indexName opaquePart+                                                 # alterIndexAction
    | ALTER (CONSTRAINT | CHECK) constraintName opaquePart+                             # alterConstraint
    | ALTER COLUMN? ifExists? identifier alterColumnPart+                               # alterColumn
    | RENAME COLUMN ifExists? identifier TO identifier                                  # renameColumn
    | RENAME (INDEX | KEY) ifExists? indexName TO indexName                             # renameIndexAction
    | RENAME CONSTRAINT constraintName TO constraintName                                # renameConstraint
    | RENAME (TO | AS)? tableName                                                       # renameTo
    | RENAME identifier TO identifier                                                   # renameColumn
    | VALIDATE CONSTRAINT constraintName                                                # validateConstraint
    | ATTACH PARTITION tableName opaquePart+                                            # attachPartition
    | DETACH PARTITION tableName opaquePart*                                            # attachPartition
    | EXCHANGE PARTITION identifier WITH TABLE tableName opaquePart*                    # exchangePartition
    | NO? INHERIT tableName                                                             # inheritTable
    | (ENABLE | DISABLE) (REPLICA | ALWAYS)? TRIGGER name                               # switchTrigger
    | CLUSTER ON indexName                                                              # clusterOn
    | REPLICA IDENTITY USING INDEX indexName                                            # replicaIdentity
    | SET SCHEMA identifier                                                             # setSchema
    | tableSetting opaquePart*                                                          # otherAction
    ;

alterColumnPart
    : NEXT VALUE FOR name
    | opaquePart
    ;

sequenceOption
    : OWNED BY name
    | opaque
    ;

/* How an action starts that changes no name. */
tableSetting
    : SET | RESET | OWNER | ENGINE | AUTO_INCREMENT | COMMENT | CONVERT | DEFAULT | CHARACTER | CHARSET | COLLATE
    | ORDER | ALGORITHM | LOCK | ENABLE | DISABLE | FORCE | ROW_FORMAT | TABLESPACE | DISCARD | IMPORT | REPLICA | CLUSTER
    | WITHOUT | WITH | TRUNCATE | COALESCE | REORGANIZE | ANALYZE | CHECK | OPTIMIZE | REBUILD | REPAIR | REMOVE
    | PARTITION | KEY_BLOCK_SIZE | MAX_ROWS | MIN_ROWS | CHECKSUM | STATS_PERSISTENT | COMPRESSION | NOT
    | VALIDATE
    ;

onlyName
    : ONLY? tableName T_STAR?
    ;

renameStep
    : tableName TO tableName
    ;

commentTarget
    : TABLE tableName                                                                   # commentTable
    | COLUMN name                                                                       # commentColumn
    | (CONSTRAINT | TRIGGER) identifier ON tableName                                    # commentConstraint
    | INDEX ownedIndex                                                                  # commentIndex
    | (VIEW | MATERIALIZED VIEW | SEQUENCE | SCHEMA | DATABASE) name                    # commentObject
    | (FUNCTION | PROCEDURE | TYPE | DOMAIN | EXTENSION | ROLE | USER) (name | balanced)+  # commentOther
    ;

grantPart
    : ~(ON | TO | FROM | T_OPEN | T_QUERY_OPEN | T_CLOSE | T_DOT) (T_DOT ~(T_OPEN | T_QUERY_OPEN | T_CLOSE))*
    | balanced
    ;

grantTarget
    : TABLE? grantedTable (T_COMMA grantedTable)*
    | (SEQUENCE | VIEW) name (T_COMMA name)*
    | (SCHEMA | DATABASE | FUNCTION | PROCEDURE | TYPE | DOMAIN | LANGUAGE | FOREIGN | ALL | TABLESPACE) grantPart+
    ;

grantedTable
    : T_STAR (T_DOT T_STAR)?
    | name T_DOT T_STAR
    | tableName
    ;

maintenance
    : (ANALYZE | OPTIMIZE | CHECK | REPAIR | CHECKSUM) maintenanceOption* (TABLE | TABLES)
        maintainedTable (T_COMMA maintainedTable)* maintenanceTail*
    | (ANALYZE | VACUUM) (maintenanceOption | T_OPEN expressions T_CLOSE)* (maintainedTable (T_COMMA maintainedTable)*)?
    | REINDEX (T_OPEN expressions T_CLOSE)? INDEX CONCURRENTLY? ownedIndex
    | REINDEX (T_OPEN expressions T_CLOSE)? (TABLE | SCHEMA | DATABASE | SYSTEM) CONCURRENTLY? name?
    | CLUSTER VERBOSE? (tableName (USING indexName)?)?
    | REFRESH MATERIALIZED VIEW CONCURRENTLY? name (WITH NO? DATA)?
    ;

maintenanceOption
    : NO_WRITE_TO_BINLOG | LOCAL | VERBOSE | FULL | FREEZE | ANALYZE
    ;

maintainedTable
    : tableName columnAliases?
    ;

maintenanceTail
    : identifier
    | FOR
    | ALL
    | QUICK
    ;

ifExists
    : IF EXISTS
    ;

ifNotExists
    : IF NOT EXISTS
    ;
