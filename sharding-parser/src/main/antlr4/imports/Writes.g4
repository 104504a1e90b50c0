/* INSERT, UPDATE, DELETE, MERGE. */
parser grammar Writes;

writeStatement
    : insertStatement
    | updateStatement
    | deleteStatement
    | mergeStatement
    | replaceIntoByKey
    ;

insertStatement
    : (INSERT | REPLACE) insertModifier* INTO? tableName partitionSelection? (AS identifier)? insertColumns? overriding?
        insertSource rowAlias? upsertClause? returningClause?
    ;

insertModifier
    : LOW_PRIORITY | HIGH_PRIORITY | DELAYED | IGNORE
    ;

insertColumns
    : T_OPEN (insertColumn (T_COMMA insertColumn)*)? T_CLOSE
    ;

insertColumn
    : name (T_LBRACKET subscript T_RBRACKET)*
    ;

overriding
    : OVERRIDING (SYSTEM | USER) VALUE
    ;

/* VALUES comes as a query; the builder tells it apart. */
insertSource
    : query                                                                             # querySource
    | VALUE valuesRow (T_COMMA valuesRow)*                                              # valueSource
    | SET assignments                                                                   # setSource
    | DEFAULT VALUES                                                                    # defaultSource
    ;

rowAlias
    : AS identifier
    ;

upsertClause
    : ON DUPLICATE KEY UPDATE assignments                                               # duplicateKeyClause
    | ON CONFLICT conflictTarget? DO (NOTHING | UPDATE SET assignments whereClause?)    # conflictClause
    ;

conflictTarget
    : T_OPEN conflictItem (T_COMMA conflictItem)* T_CLOSE whereClause?
    | ON CONSTRAINT identifier
    ;

conflictItem
    : expression name?
    ;

returningClause
    : RETURNING selectItems
    ;

assignments
    : assignment (T_COMMA assignment)*
    ;

assignment
    : (assignmentTarget | T_OPEN assignmentTarget (T_COMMA assignmentTarget)* T_CLOSE) (T_EQUAL | T_ASSIGN) expression
    ;

assignmentTarget
    : name (T_LBRACKET subscript T_RBRACKET)*
    ;

updateStatement
    : UPDATE (LOW_PRIORITY | IGNORE)* tableReferences SET assignments fromClause? whereClause? orderByClause? limitPart*
        returningClause?
    ;

deleteStatement
    : DELETE (LOW_PRIORITY | QUICK | IGNORE)* deleteTarget (T_COMMA deleteTarget)* fromClause
        whereClause?                                                                    # joinedDelete
    | DELETE (LOW_PRIORITY | QUICK | IGNORE)* FROM deleteTarget (T_COMMA deleteTarget)* (USING tableReferences)?
        whereClause? orderByClause? limitPart* returningClause?                         # plainDelete
    ;

deleteTarget
    : ONLY? tableName (T_DOT T_STAR)? T_STAR? partitionSelection? systemTime? (AS identifier | alias)?
    ;

mergeStatement
    : MERGE INTO ONLY? tableName tableAlias? USING tablePrimary ON expression mergeWhen+ returningClause?
    ;

mergeWhen
    : WHEN NOT? MATCHED (BY (SOURCE | TARGET))? (AND expression)? THEN mergeAction
    ;

mergeAction
    : UPDATE SET assignments whereClause?
    | DELETE whereClause?
    | INSERT insertColumns? overriding? (VALUES valuesRow | DEFAULT VALUES) whereClause?
    | DO NOTHING
    ;

/* The older MERGE of H2. */
replaceIntoByKey
    : MERGE INTO tableName insertColumns? (KEY columnAliases)? query
    ;
