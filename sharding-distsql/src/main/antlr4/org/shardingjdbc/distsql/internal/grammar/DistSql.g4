grammar DistSql;

options { caseInsensitive = true; }

script : statement ';'? EOF ;

statement : change | question | refresh | switchReplica | job ;

refresh
    : REFRESH TABLE METADATA (name (FROM STORAGE UNIT name (SCHEMA name)?)?)?
    | FORCE? REFRESH DATABASE METADATA name?
    ;

switchReplica : ALTER READWRITE_SPLITTING RULE name (ENABLE | DISABLE) name fromDatabase? ;

job
    : MIGRATE TABLE migratedTable (',' migratedTable)*                                     # migrateTables
    | RESHARD TABLE shardedTable (',' shardedTable)*                                       # reshardTables
    | CHECK MIGRATION name (BY algorithm)?                                                 # checkJob
    | (START | STOP | SWITCH | REVERSE | COMMIT | ROLLBACK) MIGRATION name                 # stepJob
    | APPLY TIME TABLES                                                                    # applyTimeTables
    ;

change
    : REGISTER STORAGE UNIT ifNotExists? unit (',' unit)* checkPrivileges?                 # registerUnits
    | ALTER STORAGE UNIT unit (',' unit)* checkPrivileges?                                 # alterUnits
    | UNREGISTER STORAGE UNIT ifExists? names (IGNORE SINGLE TABLES)?                      # unregisterUnits
    | CREATE SHARDING TABLE RULE ifNotExists? shardedTable (',' shardedTable)*             # createTables
    | ALTER SHARDING TABLE RULE shardedTable (',' shardedTable)*                           # alterTables
    | DROP SHARDING TABLE RULE ifExists? names                                             # dropTables
    | (CREATE | ALTER) SHARDING TABLE REFERENCE RULE ifNotExists? reference (',' reference)* # putReferences
    | DROP SHARDING TABLE REFERENCE RULE ifExists? names                                   # dropReferences
    | (CREATE | ALTER) DEFAULT SHARDING (DATABASE | TABLE) STRATEGY ifNotExists? '(' strategy ')' # putDefaultStrategy
    | DROP DEFAULT SHARDING (DATABASE | TABLE) STRATEGY ifExists?                          # dropDefaultStrategy
    | DROP SHARDING (ALGORITHM | KEY GENERATOR | AUDITOR) ifExists? names                  # dropParts
    | CREATE BROADCAST TABLE RULE ifNotExists? names                                       # createBroadcast
    | DROP BROADCAST TABLE RULE ifExists? names                                            # dropBroadcast
    | LOAD SINGLE TABLE singleTable (',' singleTable)*                                     # loadSingle
    | UNLOAD (SINGLE TABLE ('*' | names) | ALL SINGLE TABLES)                              # unloadSingle
    | SET DEFAULT SINGLE TABLE STORAGE UNIT '=' (RANDOM | name)                            # setDefaultSingle
    | SET DIST VARIABLE name '=' value                                                     # setVariable
    | IMPORT DATABASE CONFIGURATION FROM FILE? STRING                                      # importConfiguration
    | featureChange                                                                        # changeFeature
    ;

featureChange
    : (CREATE | ALTER) READWRITE_SPLITTING RULE ifNotExists? group (',' group)*            # putGroups
    | DROP READWRITE_SPLITTING RULE ifExists? names                                        # dropGroups
    | (CREATE | ALTER) ENCRYPT RULE ifNotExists? encryptedTable (',' encryptedTable)*      # putEncrypted
    | DROP ENCRYPT RULE ifExists? names                                                    # dropEncrypted
    | (CREATE | ALTER) MASK RULE ifNotExists? maskedTable (',' maskedTable)*               # putMasked
    | DROP MASK RULE ifExists? names                                                       # dropMasked
    | (CREATE | ALTER) SHADOW RULE ifNotExists? shadowSource (',' shadowSource)*           # putShadows
    | DROP SHADOW RULE ifExists? names                                                     # dropShadows
    | (CREATE | ALTER) DEFAULT SHADOW ALGORITHM ifNotExists? algorithm                     # putDefaultShadow
    | DROP DEFAULT SHADOW ALGORITHM ifExists?                                              # dropDefaultShadow
    | DROP SHADOW ALGORITHM ifExists? names                                                # dropShadowAlgorithms
    ;

question
    : SHOW STORAGE UNITS fromDatabase? like?                                               # showUnits
    | SHOW SHARDING TABLE (RULES | RULE name) fromDatabase?                                # showTables
    | SHOW SHARDING TABLE RULES USED (ALGORITHM | KEY GENERATOR | AUDITOR) name fromDatabase? # showTablesUsing
    | SHOW SHARDING TABLE REFERENCE (RULES | RULE name) fromDatabase?                      # showReferences
    | SHOW RULES USED STORAGE UNIT name fromDatabase?                                      # showRulesUsing
    | SHOW SHARDING TABLE NODES name? fromDatabase?                                        # showNodes
    | SHOW SHARDING (ALGORITHMS | KEY GENERATORS | AUDITORS) fromDatabase?                 # showParts
    | SHOW UNUSED SHARDING (ALGORITHMS | KEY GENERATORS | AUDITORS) fromDatabase?          # showUnusedParts
    | SHOW DEFAULT SHARDING STRATEGY fromDatabase?                                         # showDefaultStrategy
    | SHOW BROADCAST TABLE RULES fromDatabase?                                             # showBroadcast
    | SHOW DEFAULT SINGLE TABLE STORAGE UNIT fromDatabase?                                 # showDefaultSingle
    | SHOW SINGLE (TABLES like? | TABLE name) fromDatabase?                                # showSingle
    | SHOW UNLOADED SINGLE TABLES (FROM (unitAndSchema | name unitAndSchema?))?              # showUnloadedSingle
    | COUNT SINGLE TABLE fromDatabase?                                                     # countSingle
    | SHOW DIST (VARIABLES like? | VARIABLE WHERE NAME '=' name)                           # showVariables
    | COUNT (SHARDING | BROADCAST | SINGLE) RULE fromDatabase?                             # countRule
    | EXPORT DATABASE CONFIGURATION fromDatabase?                                          # exportConfiguration
    | CONVERT YAML CONFIGURATION FROM FILE? STRING                                         # convertConfiguration
    | SHOW COMPUTE NODES                                                                   # showInstances
    | SHOW TRANSACTION RULE                                                                # showTransactionRule
    | SHOW MIGRATION LIST                                                                  # showJobs
    | SHOW MIGRATION CHECK? STATUS name                                                    # showJob
    | SHOW MIGRATION RULE                                                                  # showJobRule
    | SHOW TIME TABLES                                                                     # showTimeTables
    | ADVISE SLOTS OF name (BY (ROWS | STATEMENTS))? (TO names)?                           # adviseSlots
    | featureQuestion                                                                      # askFeature
    ;

featureQuestion
    : SHOW READWRITE_SPLITTING (RULES | RULE name) fromDatabase?                           # showGroups
    | SHOW STATUS FROM READWRITE_SPLITTING (RULES | RULE name) fromDatabase?               # showReplicas
    | SHOW ENCRYPT (RULES | TABLE RULE name) fromDatabase?                                 # showEncrypted
    | SHOW MASK (RULES | RULE name) fromDatabase?                                          # showMasked
    | SHOW SHADOW (RULES | RULE name) fromDatabase?                                        # showShadows
    | SHOW SHADOW TABLE RULES fromDatabase?                                                # showShadowTables
    | SHOW SHADOW ALGORITHMS fromDatabase?                                                 # showShadowAlgorithms
    | SHOW DEFAULT SHADOW ALGORITHM fromDatabase?                                          # showDefaultShadow
    | COUNT (READWRITE_SPLITTING | ENCRYPT | MASK | SHADOW) RULE fromDatabase?             # countFeature
    ;

ifExists : IF EXISTS ;

ifNotExists : IF NOT EXISTS ;

fromDatabase : FROM name ;

like : LIKE STRING ;

unitAndSchema : STORAGE UNIT unitName=name (SCHEMA schema=name)? ;

unit
    : name '(' (URL '=' url=value | HOST '=' host=value ',' PORT '=' port=value ',' DB '=' db=value)
      (',' USER '=' user=value)? (',' PASSWORD '=' password=value)? (',' properties)? ')'
    ;

checkPrivileges : ',' CHECK_PRIVILEGES '=' names ;

reference : name '(' names ')' ;

migratedTable : name '.' name INTO (name | shardedTable) ;

shardedTable : name '(' (dataNodes | storageUnits) (',' keyStrategy)? (',' auditStrategy)? ')' ;

dataNodes
    : DATANODES '(' value (',' value)* ')'
      (',' DATABASE_STRATEGY '(' strategy ')')? (',' TABLE_STRATEGY '(' strategy ')')?
    ;

storageUnits : STORAGE_UNITS '(' name (',' name)* ')' ',' SHARDING_COLUMN '=' name ',' algorithm ;

strategy
    : TYPE '=' value
      (',' SHARDING_COLUMN '=' name)?
      (',' SHARDING_COLUMNS '=' (STRING | name (',' name)*))?
      (',' SHARDING_ALGORITHM '(' algorithm ')')?
    ;

keyStrategy : KEY_GENERATE_STRATEGY '(' COLUMN '=' name ',' algorithm ')' ;

auditStrategy : AUDIT_STRATEGY '(' algorithm (',' algorithm)* ',' ALLOW_HINT_DISABLE '=' (TRUE | FALSE) ')' ;

group
    : name '(' WRITE_STORAGE_UNIT '=' writer=name ',' READ_STORAGE_UNITS '(' names ')'
      (',' TRANSACTIONAL_READ_QUERY_STRATEGY '=' value)? (',' algorithm)? ')'
    ;

encryptedTable : name '(' COLUMNS '(' encryptedColumn (',' encryptedColumn)* ')' ')' ;

encryptedColumn
    : '(' NAME '=' column=name ',' CIPHER '=' cipher=name
      (',' ASSISTED_QUERY '=' assisted=name)? (',' LIKE_QUERY '=' liked=name)?
      ',' ENCRYPT_ALGORITHM '(' algorithm ')'
      (',' ASSISTED_QUERY_ALGORITHM '(' assistedBy=algorithm ')')? (',' LIKE_QUERY_ALGORITHM '(' likedBy=algorithm ')')? ')'
    ;

maskedTable : name '(' COLUMNS '(' maskedColumn (',' maskedColumn)* ')' ')' ;

maskedColumn : '(' NAME '=' name ',' algorithm ')' ;

shadowSource : name '(' SOURCE '=' source=name ',' SHADOW '=' shadow=name (',' shadowedTable)* ')' ;

shadowedTable : name '(' (algorithm (',' algorithm)*)? ')' ;

algorithm : TYPE '(' NAME '=' value (',' properties)? ')' ;

properties : PROPERTIES '(' (property (',' property)*)? ')' ;

property : value '=' value ;

singleTable : ('*' | name) '.' ('*' | name) ('.' ('*' | name))? ;

names : name (',' name)* ;

name : IDENTIFIER | QUOTED | STRING | word ;

value : STRING | NUMBER | TRUE | FALSE | name ;

word
    : NAME | TYPE | COLUMN | USER | URL | PASSWORD | RULE | RULES | UNIT | UNITS | STORAGE | KEY | RANDOM | COUNT | NODES
    | DATABASE | SINGLE | STRATEGY | ALGORITHM | ALGORITHMS | AUDITOR | AUDITORS | VARIABLE | VARIABLES | CONFIGURATION
    | PROPERTIES | GENERATOR | GENERATORS | DIST | READWRITE_SPLITTING | ENCRYPT | MASK | SHADOW | COLUMNS | CIPHER | SOURCE
    | REFERENCE | USED | HOST | PORT | DB | TABLES | IGNORE | METADATA | REFRESH | FORCE | SCHEMA | FILE | IMPORT | CONVERT
    | YAML | TRANSACTION | ENABLE | DISABLE | COMPUTE | STATUS | ALL | UNLOADED | MIGRATE | RESHARD | MIGRATION | START
    | STOP | SWITCH | REVERSE | COMMIT | ROLLBACK | LIST | APPLY | TIME
    | ADVISE | SLOTS | OF | ROWS | STATEMENTS | TO
    ;

REGISTER : 'REGISTER' ; UNREGISTER : 'UNREGISTER' ; STORAGE : 'STORAGE' ; UNIT : 'UNIT' ; UNITS : 'UNITS' ;
CREATE : 'CREATE' ; ALTER : 'ALTER' ; DROP : 'DROP' ; SHOW : 'SHOW' ; SET : 'SET' ; LOAD : 'LOAD' ; UNLOAD : 'UNLOAD' ;
COUNT : 'COUNT' ; EXPORT : 'EXPORT' ; UNUSED : 'UNUSED' ; DEFAULT : 'DEFAULT' ; SHARDING : 'SHARDING' ;
BROADCAST : 'BROADCAST' ; SINGLE : 'SINGLE' ; TABLE : 'TABLE' ; RULE : 'RULE' ; RULES : 'RULES' ; DATABASE : 'DATABASE' ;
STRATEGY : 'STRATEGY' ; ALGORITHM : 'ALGORITHM' ; ALGORITHMS : 'ALGORITHMS' ; KEY : 'KEY' ; GENERATOR : 'GENERATOR' ;
GENERATORS : 'GENERATORS' ; AUDITOR : 'AUDITOR' ; AUDITORS : 'AUDITORS' ; NODES : 'NODES' ; DIST : 'DIST' ;
VARIABLE : 'VARIABLE' ; VARIABLES : 'VARIABLES' ; WHERE : 'WHERE' ; FROM : 'FROM' ; LIKE : 'LIKE' ; IF : 'IF' ; NOT : 'NOT' ;
EXISTS : 'EXISTS' ; CONFIGURATION : 'CONFIGURATION' ; RANDOM : 'RANDOM' ; URL : 'URL' ; USER : 'USER' ;
PASSWORD : 'PASSWORD' ; PROPERTIES : 'PROPERTIES' ; DATANODES : 'DATANODES' ; DATABASE_STRATEGY : 'DATABASE_STRATEGY' ;
TABLE_STRATEGY : 'TABLE_STRATEGY' ; KEY_GENERATE_STRATEGY : 'KEY_GENERATE_STRATEGY' ; AUDIT_STRATEGY : 'AUDIT_STRATEGY' ;
ALLOW_HINT_DISABLE : 'ALLOW_HINT_DISABLE' ; STORAGE_UNITS : 'STORAGE_UNITS' ; SHARDING_COLUMN : 'SHARDING_COLUMN' ;
SHARDING_COLUMNS : 'SHARDING_COLUMNS' ; SHARDING_ALGORITHM : 'SHARDING_ALGORITHM' ; COLUMN : 'COLUMN' ; TYPE : 'TYPE' ;
READWRITE_SPLITTING : 'READWRITE_SPLITTING' ; ENCRYPT : 'ENCRYPT' ; MASK : 'MASK' ; SHADOW : 'SHADOW' ;
WRITE_STORAGE_UNIT : 'WRITE_STORAGE_UNIT' ; READ_STORAGE_UNITS : 'READ_STORAGE_UNITS' ;
TRANSACTIONAL_READ_QUERY_STRATEGY : 'TRANSACTIONAL_READ_QUERY_STRATEGY' ; COLUMNS : 'COLUMNS' ; CIPHER : 'CIPHER' ;
ASSISTED_QUERY : 'ASSISTED_QUERY' ; LIKE_QUERY : 'LIKE_QUERY' ; ENCRYPT_ALGORITHM : 'ENCRYPT_ALGORITHM' ;
ASSISTED_QUERY_ALGORITHM : 'ASSISTED_QUERY_ALGORITHM' ; LIKE_QUERY_ALGORITHM : 'LIKE_QUERY_ALGORITHM' ; SOURCE : 'SOURCE' ;
REFERENCE : 'REFERENCE' ; USED : 'USED' ; HOST : 'HOST' ; PORT : 'PORT' ; DB : 'DB' ; TABLES : 'TABLES' ; IGNORE : 'IGNORE' ;
METADATA : 'METADATA' ; REFRESH : 'REFRESH' ; FORCE : 'FORCE' ; SCHEMA : 'SCHEMA' ; FILE : 'FILE' ; IMPORT : 'IMPORT' ;
CONVERT : 'CONVERT' ; YAML : 'YAML' ; TRANSACTION : 'TRANSACTION' ; ENABLE : 'ENABLE' ; DISABLE : 'DISABLE' ;
CHECK_PRIVILEGES : 'CHECK_PRIVILEGES' ; COMPUTE : 'COMPUTE' ; STATUS : 'STATUS' ;
ALL : 'ALL' ; UNLOADED : 'UNLOADED' ; MIGRATE : 'MIGRATE' ; RESHARD : 'RESHARD' ; MIGRATION : 'MIGRATION' ;
START : 'START' ; STOP : 'STOP' ; SWITCH : 'SWITCH' ; REVERSE : 'REVERSE' ; COMMIT : 'COMMIT' ; ROLLBACK : 'ROLLBACK' ;
LIST : 'LIST' ; APPLY : 'APPLY' ; TIME : 'TIME' ; ADVISE : 'ADVISE' ; SLOTS : 'SLOTS' ; OF : 'OF' ;
ROWS : 'ROWS' ; STATEMENTS : 'STATEMENTS' ; TO : 'TO' ; CHECK : 'CHECK' ; BY : 'BY' ; INTO : 'INTO' ;
NAME : 'NAME' ; TRUE : 'TRUE' ; FALSE : 'FALSE' ;

IDENTIFIER : [A-Z_\u0080-\uFFFF] [A-Z_0-9$\-\u0080-\uFFFF]* ;
NUMBER : '-'? [0-9]+ ('.' [0-9]+)? ;
STRING : '"' (~["] | '""')* '"' | '\'' (~['] | '\'\'')* '\'' ;
QUOTED : '`' (~[`] | '``')* '`' ;

COMMENT : ('/*' .*? '*/' | '--' ~[\r\n]* | '#' ~[\r\n]*) -> skip ;
BLANK : [ \t\r\n\u00A0]+ -> skip ;
OTHER : . ;
