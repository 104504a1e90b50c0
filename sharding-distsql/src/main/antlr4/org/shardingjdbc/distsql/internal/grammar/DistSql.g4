grammar DistSql;

options { caseInsensitive = true; }

script : statement ';'? EOF ;

statement : change | question ;

change
    : REGISTER STORAGE UNIT ifNotExists? unit (',' unit)*                                  # registerUnits
    | ALTER STORAGE UNIT unit (',' unit)*                                                  # alterUnits
    | UNREGISTER STORAGE UNIT ifExists? names                                              # unregisterUnits
    | CREATE SHARDING TABLE RULE ifNotExists? shardedTable (',' shardedTable)*             # createTables
    | ALTER SHARDING TABLE RULE shardedTable (',' shardedTable)*                           # alterTables
    | DROP SHARDING TABLE RULE ifExists? names                                             # dropTables
    | (CREATE | ALTER) DEFAULT SHARDING (DATABASE | TABLE) STRATEGY ifNotExists? '(' strategy ')' # putDefaultStrategy
    | DROP DEFAULT SHARDING (DATABASE | TABLE) STRATEGY ifExists?                          # dropDefaultStrategy
    | DROP SHARDING (ALGORITHM | KEY GENERATOR | AUDITOR) ifExists? names                  # dropParts
    | CREATE BROADCAST TABLE RULE ifNotExists? names                                       # createBroadcast
    | DROP BROADCAST TABLE RULE ifExists? names                                            # dropBroadcast
    | LOAD SINGLE TABLE singleTable (',' singleTable)*                                     # loadSingle
    | UNLOAD SINGLE TABLE ('*' | names)                                                    # unloadSingle
    | SET DEFAULT SINGLE TABLE STORAGE UNIT '=' (RANDOM | name)                            # setDefaultSingle
    | SET DIST VARIABLE name '=' value                                                     # setVariable
    ;

question
    : SHOW STORAGE UNITS fromDatabase? like?                                               # showUnits
    | SHOW SHARDING TABLE (RULES | RULE name) fromDatabase?                                # showTables
    | SHOW SHARDING TABLE NODES name? fromDatabase?                                        # showNodes
    | SHOW SHARDING (ALGORITHMS | KEY GENERATORS | AUDITORS) fromDatabase?                 # showParts
    | SHOW UNUSED SHARDING (ALGORITHMS | KEY GENERATORS | AUDITORS) fromDatabase?          # showUnusedParts
    | SHOW DEFAULT SHARDING STRATEGY fromDatabase?                                         # showDefaultStrategy
    | SHOW BROADCAST TABLE RULES fromDatabase?                                             # showBroadcast
    | SHOW DEFAULT SINGLE TABLE STORAGE UNIT fromDatabase?                                 # showDefaultSingle
    | SHOW DIST (VARIABLES like? | VARIABLE WHERE NAME '=' name)                           # showVariables
    | COUNT (SHARDING | BROADCAST | SINGLE) RULE fromDatabase?                             # countRule
    | EXPORT DATABASE CONFIGURATION fromDatabase?                                          # exportConfiguration
    ;

ifExists : IF EXISTS ;

ifNotExists : IF NOT EXISTS ;

fromDatabase : FROM name ;

like : LIKE STRING ;

unit : name '(' URL '=' value (',' USER '=' value)? (',' PASSWORD '=' value)? (',' properties)? ')' ;

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
    | PROPERTIES | GENERATOR | GENERATORS | DIST
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
NAME : 'NAME' ; TRUE : 'TRUE' ; FALSE : 'FALSE' ;

IDENTIFIER : [A-Z_\u0080-\uFFFF] [A-Z_0-9$\-\u0080-\uFFFF]* ;
NUMBER : '-'? [0-9]+ ('.' [0-9]+)? ;
STRING : '"' (~["] | '""')* '"' | '\'' (~['] | '\'\'')* '\'' ;
QUOTED : '`' (~[`] | '``')* '`' ;

COMMENT : ('/*' .*? '*/' | '--' ~[\r\n]* | '#' ~[\r\n]*) -> skip ;
BLANK : [ \t\r\n\u00A0]+ -> skip ;
OTHER : . ;
