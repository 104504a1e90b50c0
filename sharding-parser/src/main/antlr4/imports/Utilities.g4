/* Transactions, session settings, and what asks about the database. */
parser grammar Utilities;

transaction
    : BEGIN (WORK | TRANSACTION)? transactionMode*                                      # beginTransaction
    | START TRANSACTION transactionMode*                                                # beginTransaction
    | (COMMIT | END) (WORK | TRANSACTION)? (AND NO? CHAIN)? (NO? RELEASE)?              # commitTransaction
    | (ROLLBACK | ABORT) (WORK | TRANSACTION)? (AND NO? CHAIN)? (NO? RELEASE)?          # rollbackTransaction
    | ROLLBACK (WORK | TRANSACTION)? TO SAVEPOINT? identifier                           # rollbackToSavepoint
    | SAVEPOINT identifier                                                              # savepoint
    | RELEASE SAVEPOINT? identifier                                                     # releaseSavepoint
    | SET (SESSION | LOCAL | GLOBAL)? TRANSACTION transactionMode+                      # setTransaction
    | SET SESSION CHARACTERISTICS AS TRANSACTION transactionMode+                       # setTransaction
    ;

transactionMode
    : T_COMMA? (ISOLATION LEVEL isolationLevel | READ (ONLY | WRITE) | NOT? DEFERRABLE | WITH CONSISTENT SNAPSHOT)
    ;

isolationLevel
    : SERIALIZABLE
    | SNAPSHOT
    | REPEATABLE READ
    | READ (COMMITTED | UNCOMMITTED)
    ;

setting
    : SET SCHEMA (T_EQUAL | TO)? (identifier | T_STRING)                                # setSchemaStatement
    | SET setItem (T_COMMA setItem)*                                                    # setStatement
    | RESET (ALL | SESSION AUTHORIZATION | TIME ZONE | name)                            # resetStatement
    | DISCARD (ALL | identifier)                                                        # discardStatement
    ;

/* MariaDB: settings of one statement. */
withSettings
    : SET STATEMENT setItem (T_COMMA setItem)* FOR readOrWrite
    ;

setItem
    : NAMES setAtom (COLLATE setAtom)?                                                  # setNames
    | (CHARACTER SET | CHARSET) setAtom                                                 # setCharset
    | setScope? TIME ZONE setAtom intervalUnit?                                         # setTimeZone
    | setScope? (ROLE | SESSION AUTHORIZATION) setAtom                                  # setRole
    | setScope? setName (T_EQUAL | T_ASSIGN | TO)? setAtom (T_COMMA setAtom)*           # setVariable
    ;

setScope
    : SESSION | LOCAL | GLOBAL | PERSIST | PERSIST_ONLY
    ;

setName
    : T_VARIABLE
    | SQL_BUFFER_RESULT
    | name
    ;

setAtom
    : value
    | ON
    | ALL
    | LOCAL
    ;

show
    : SHOW (EXTENDED | FULL)* TABLES showSchema? showFilter?                            # showTables
    | SHOW TABLE STATUS showSchema? showFilter?                                         # showTableStatus
    | SHOW (EXTENDED | FULL)* (COLUMNS | FIELDS) (FROM | IN) tableName showSchema? showFilter?  # showColumns
    | SHOW EXTENDED? (INDEX | INDEXES | KEYS) (FROM | IN) tableName showSchema? (WHERE expression)?  # showIndexes
    | SHOW CREATE TABLE tableName                                                       # showCreateTable
    | SHOW (DATABASES | SCHEMAS) showFilter?                                            # showDatabases
    | SHOW (GLOBAL | SESSION | LOCAL)? (VARIABLES | STATUS) showFilter?                 # showVariables
    | SHOW (ALL | CREATE | COUNT | TIME ZONE | TRANSACTION ISOLATION LEVEL | SESSION AUTHORIZATION | identifier)
        opaque*                                                                         # showOther
    | (DESCRIBE | DESC | EXPLAIN) tableName (identifier | T_STRING)?                    # describeTable
    ;

showSchema
    : (FROM | IN) identifier
    ;

showFilter
    : LIKE T_STRING
    | WHERE expression
    ;

explain
    : EXPLAIN SHARDING ANALYZE? statement                                               # explainSharding
    | PREVIEW statement                                                                 # previewStatement
    | (EXPLAIN | DESCRIBE | DESC) explainOption* explained                              # explainDatabase
    | ANALYZE (FORMAT T_EQUAL (identifier | T_STRING))? explained                       # analyzeDatabase
    ;

explainOption
    : ANALYZE | VERBOSE | EXTENDED | PARTITIONS | PLAN FOR
    | FORMAT T_EQUAL (identifier | T_STRING)
    | T_OPEN explainFlag (T_COMMA explainFlag)* T_CLOSE
    ;

explainFlag
    : (identifier | ANALYZE) (identifier | ON | TRUE | FALSE | T_INTEGER | T_STRING)?
    ;

explained
    : readOrWrite
    | definition
    ;

utility
    : USE identifier                                                                    # useStatement
    | CALL name (T_OPEN (callArgument (T_COMMA callArgument)*)? T_CLOSE)?               # callStatement
    | T_LBRACE (T_PARAMETER T_EQUAL)? CALL name (T_OPEN (callArgument (T_COMMA callArgument)*)? T_CLOSE)?
        T_RBRACE                                                                        # callStatement
    | CALL value                                                                        # callValue
    | LOCK (TABLES | TABLE)? lockedTable (T_COMMA lockedTable)* (IN opaque+)? NOWAIT?   # lockTables
    | UNLOCK (TABLES | TABLE)                                                           # unlockTables
    | KILL opaque+                                                                      # killStatement
    | LOAD DATA (LOW_PRIORITY | CONCURRENT)? LOCAL INFILE T_STRING (REPLACE | IGNORE)? INTO TABLE tableName
        (CHARACTER SET (identifier | T_STRING))? loadFields? loadLines? (IGNORE T_INTEGER (LINES | ROWS))?
        (T_OPEN (loadTarget (T_COMMA loadTarget)*)? T_CLOSE)? (SET opaque+)?            # loadLocal
    | LOAD (DATA | XML) loadPart* INTO TABLE tableName opaque*                          # loadData
    | COPY tableName insertColumns? (FROM | TO) opaque+                                 # copyTable
    | COPY T_QUERY_OPEN query T_CLOSE TO opaque+                                        # copyQuery
    | DO (expressions | (LANGUAGE identifier)? T_STRING (LANGUAGE identifier)?)         # doStatement
    | (EXECUTE | DEALLOCATE) opaque+                                                    # preparedStatement
    | (FETCH | CLOSE | MOVE) opaque+                                                    # cursorStatement
    | HANDLER tableName opaque+                                                         # handlerStatement
    | (CHECKPOINT | LISTEN | UNLISTEN | NOTIFY | SHUTDOWN) flushPart*                   # utilityStatement
    | FLUSH flushPart* (WITH READ LOCK | FOR identifier T_STRING?)?                     # flushStatement
    ;

loadPart
    : ~(INTO | TABLE | T_OPEN | T_QUERY_OPEN | T_CLOSE)
    ;

loadFields
    : (FIELDS | COLUMNS) loadFieldEdge+
    ;

loadFieldEdge
    : TERMINATED BY T_STRING                                                            # fieldsTerminated
    | OPTIONALLY? ENCLOSED BY T_STRING                                                  # fieldsEnclosed
    | ESCAPED BY T_STRING                                                               # fieldsEscaped
    ;

loadLines
    : LINES loadLineEdge+
    ;

loadLineEdge
    : STARTING BY T_STRING                                                              # linesStarting
    | TERMINATED BY T_STRING                                                            # linesTerminated
    ;

loadTarget
    : T_VARIABLE | identifier
    ;

flushPart
    : identifier | T_STRING | T_COMMA | T_STAR
    ;

lockedTable
    : ONLY? tableName (AS identifier | alias)? (READ LOCAL? | LOW_PRIORITY? WRITE)?
    ;
