/* Queries and what may stand in FROM. */
parser grammar Queries;

query
    : withClause? queryTail
    ;

queryTail
    : queryBody orderByClause? (limitPart+ lockingClause* | lockingClause+ limitPart*)? intoClause? lockingClause*
    ;

withClause
    : WITH RECURSIVE? commonTable (T_COMMA commonTable)*
    ;

commonTable
    : identifier columnAliases? AS (NOT? MATERIALIZED)? (T_QUERY_OPEN query | T_OPEN writeStatement) T_CLOSE
    ;

queryBody
    : queryTerm ((UNION | EXCEPT | MINUS) setQuantifier? queryTerm)*
    ;

queryTerm
    : queryPrimary (INTERSECT setQuantifier? queryPrimary)*
    ;

queryPrimary
    : select                                                                            # selectBody
    | VALUES valuesRow (T_COMMA valuesRow)*                                             # valuesBody
    | TABLE tableName                                                                   # tableBody
    | T_QUERY_OPEN query T_CLOSE                                                        # nestedBody
    ;

setQuantifier
    : ALL
    | DISTINCT
    ;

valuesRow
    : ROW? T_OPEN expressions? T_CLOSE
    | T_QUERY_OPEN query T_CLOSE
    ;

select
    : SELECT (selectModifier | quantifier)* topClause? selectItems intoClause? fromClause? whereClause? groupByClause?
        havingClause? windowClause? qualifyClause?
    ;

quantifier
    : ALL
    | DISTINCT (ON T_OPEN expressions T_CLOSE)?
    | DISTINCTROW
    ;

selectModifier
    : HIGH_PRIORITY | STRAIGHT_JOIN | SQL_SMALL_RESULT | SQL_BIG_RESULT | SQL_BUFFER_RESULT | SQL_NO_CACHE | SQL_CACHE
    | SQL_CALC_FOUND_ROWS
    ;

topClause
    : TOP (T_INTEGER | T_PARAMETER | T_OPEN expression T_CLOSE) PERCENT? (WITH TIES)?
    ;

selectItems
    : selectItem (T_COMMA selectItem)*
    ;

selectItem
    : T_STAR                                                                            # starItem
    | name T_DOT T_STAR                                                                 # qualifiedStarItem
    | expression (AS (identifier | T_STRING) | alias | T_STRING)?                       # expressionItem
    ;

intoClause
    : INTO ((OUTFILE | DUMPFILE) T_STRING
        | (TEMPORARY | TEMP | UNLOGGED)? TABLE? intoTarget (T_COMMA intoTarget)*)
    ;

intoTarget
    : T_VARIABLE
    | name
    ;

fromClause
    : FROM tableReferences
    ;

whereClause
    : WHERE expression
    ;

groupByClause
    : GROUP BY setQuantifier? (groupingItem (T_COMMA groupingItem)*)? (WITH (ROLLUP | CUBE))?
    ;

groupingItem
    : T_OPEN T_CLOSE
    | GROUPING SETS T_OPEN groupingItem (T_COMMA groupingItem)* T_CLOSE
    | (ROLLUP | CUBE) T_OPEN expressions T_CLOSE
    | expression (ASC | DESC)?
    ;

havingClause
    : HAVING expression
    ;

qualifyClause
    : QUALIFY expression
    ;

windowClause
    : WINDOW namedWindow (T_COMMA namedWindow)*
    ;

namedWindow
    : identifier AS T_OPEN windowSpecification T_CLOSE
    ;

orderByClause
    : ORDER SIBLINGS? BY sortItem (T_COMMA sortItem)*
    ;

sortItem
    : expression (ASC | DESC | USING (T_LESS | T_GREATER))? (NULLS (FIRST | LAST))?
    ;

limitPart
    : LIMIT (ALL | value) (T_COMMA value)?                                              # limitCount
    | OFFSET value (ROW | ROWS)?                                                        # limitOffset
    | FETCH (FIRST | NEXT) value? PERCENT? (ROW | ROWS) (ONLY | WITH TIES)              # limitFetch
    ;

lockingClause
    : FOR lockStrength (OF name (T_COMMA name)*)? (NOWAIT | SKIP_ LOCKED | WAIT value)?
    | LOCK IN SHARE MODE
    ;

lockStrength
    : UPDATE
    | NO KEY UPDATE
    | KEY? SHARE
    ;

tableReferences
    : tableReference (T_COMMA tableReference)*
    ;

/* Flat, so that reading it takes no lookahead; the builder pairs joins with their conditions. */
tableReference
    : tablePrimary joinStep*
    ;

joinStep
    : joinOperator tablePrimary joinCondition*
    ;

joinOperator
    : NATURAL? (INNER | (LEFT | RIGHT | FULL) OUTER?)? JOIN
    | CROSS JOIN
    | STRAIGHT_JOIN
    ;

joinCondition
    : ON expression
    | USING T_OPEN identifier (T_COMMA identifier)* T_CLOSE joinUsingAlias?
    ;

joinUsingAlias
    : AS identifier
    ;

tablePrimary
    : ONLY? tableName T_STAR? partitionSelection? systemTime? tableAlias? tableSample? indexHint*   # namedTable
    | ONLY T_OPEN tableName T_CLOSE tableAlias?                                         # onlyTable
    | LATERAL? T_QUERY_OPEN query T_CLOSE tableAlias?                                   # derivedTable
    | LATERAL? tableFunction (WITH ORDINALITY)? functionAlias?                          # functionTable
    | LATERAL? ROWS FROM T_OPEN tableFunction (T_COMMA tableFunction)* T_CLOSE (WITH ORDINALITY)?
        functionAlias?                                                                  # rowsFromTable
    | T_OPEN tableReferences T_CLOSE tableAlias?                                        # nestedTable
    | T_LBRACE T_IDENTIFIER tableReference T_RBRACE                                     # escapeTable
    | T_IDENTIFIER TABLE T_OPEN writeStatement T_CLOSE tableAlias?                      # deltaTable
    ;

tableFunction
    : name callSuffix (AS T_OPEN columnDefinitionAlias (T_COMMA columnDefinitionAlias)* T_CLOSE)?
    | JSON_TABLE T_OPEN expression T_COMMA T_STRING opaque+ T_CLOSE
    ;

partitionSelection
    : PARTITION T_OPEN identifier (T_COMMA identifier)* T_CLOSE
    ;

systemTime
    : FOR (SYSTEM_TIME | PORTION OF identifier) (AS OF value | BETWEEN value AND value | FROM value TO value | ALL)
    ;

tableSample
    : TABLESAMPLE name T_OPEN expressions T_CLOSE (REPEATABLE T_OPEN expression T_CLOSE)?
    ;

indexHint
    : (USE | FORCE | IGNORE) (INDEX | KEY) (FOR (JOIN | ORDER BY | GROUP BY))?
        T_OPEN (indexHintName (T_COMMA indexHintName)*)? T_CLOSE
    ;

indexHintName
    : identifier
    | PRIMARY
    ;

tableAlias
    : (AS identifier | alias) columnAliases?
    ;

columnAliases
    : T_OPEN identifier (T_COMMA identifier)* T_CLOSE
    ;

functionAlias
    : (AS identifier? | alias) (T_OPEN columnDefinitionAlias (T_COMMA columnDefinitionAlias)* T_CLOSE)?
    ;

columnDefinitionAlias
    : identifier dataType?
    ;
