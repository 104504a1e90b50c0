/*
 * Expressions. Two left-recursive rules: 'expression' (truth values) over 'value' (everything that an operator
 * computes); earlier alternatives bind tighter. Where dialects disagree on an operator, the lexer gives it another token.
 */
parser grammar Expressions;

expressions
    : expression (T_COMMA expression)*
    ;

expression
    : value                                                                             # valueExpression
    | expression NOT? IN inOperand                                                      # inExpression
    | expression NOT? BETWEEN (SYMMETRIC | ASYMMETRIC)? value AND value                 # betweenExpression
    | expression NOT? likeOperator value (ESCAPE value | T_LBRACE ESCAPE value T_RBRACE)?                                # likeExpression
    | expression NOT? (likeOperator | T_OPERATOR) quantifiedOperand                     # quantifiedOperatorExpression
    | expression MEMBER OF? value                                                       # memberExpression
    | expression comparisonOperator quantifiedOperand                                   # quantifiedExpression
    | expression comparisonOperator expression                                          # comparisonExpression
    | expression (ISNULL | NOTNULL)                                                     # nullTestExpression
    | expression IS NOT? isTest                                                         # isExpression
    | expression IS NOT? DISTINCT FROM value                                            # distinctExpression
    | NOT expression                                                                    # notExpression
    | expression AND expression                                                         # andExpression
    | expression XOR expression                                                         # xorExpression
    | expression OR expression                                                          # orExpression
    ;

value
    : literal                                                                           # literalValue
    | T_PARAMETER                                                                       # parameterValue
    | T_VARIABLE (T_ASSIGN expression)?                                                 # variableValue
    | name callSuffix?                                                                  # nameValue
    | reservedFunction callSuffix                                                       # reservedCallValue
    | niladicFunction (T_OPEN T_INTEGER? T_CLOSE)?                                      # niladicValue
    | T_OPEN expressions T_CLOSE (T_DOT (identifier | T_STAR))*                         # parenthesizedValue
    | T_QUERY_OPEN query T_CLOSE (T_DOT identifier)*                                    # queryValue
    | EXISTS T_QUERY_OPEN query T_CLOSE                                                 # existsValue
    | construct                                                                         # constructValue
    | value T_LBRACKET subscript T_RBRACKET                                             # subscriptValue
    | value T_CAST dataType                                                             # typeCastValue
    | value COLLATE (name | T_STRING)                                                   # collateValue
    | value AT LOCAL                                                                    # localTimeValue
    | value AT TIME ZONE value                                                          # timeZoneValue
    | value T_ARROW value                                                               # arrowValue
    | (T_PLUS | T_MINUS | T_TILDE | BINARY | PRIOR) value                               # unaryValue
    | T_BANG value                                                                      # bangValue
    | T_OPERATOR value                                                                  # prefixValue
    | value T_CARET value                                                               # powerValue
    | value (T_STAR | T_SLASH | T_PERCENT | DIV | MOD) value                            # productValue
    | value (T_PLUS | T_MINUS) value                                                    # sumValue
    | value T_SHIFT value                                                               # shiftValue
    | value T_AMPERSAND value                                                           # bitAndValue
    | value T_PIPE value                                                                # bitOrValue
    | value T_OPERATOR value                                                            # operatorValue
    ;

/* What is left of value, whose method would be too long for a JVM to compile: it would be interpreted for ever. */
construct
    : CASE expression? whenClause+ (ELSE expression)? END                               # caseValue
    | (CAST | TRY_CAST) T_OPEN expression AS castTarget T_CLOSE                         # castValue
    | CONVERT T_OPEN expression (T_COMMA castTarget | USING identifier) T_CLOSE         # convertValue
    | ARRAY (bracketed | T_QUERY_OPEN query T_CLOSE)                                    # arrayValue
    | T_TYPE_PREFIX ((WITH | WITHOUT) TIME ZONE)? T_STRING                              # typedLiteral
    | T_TYPE_PREFIX (T_BINARY | T_OTHER_LITERAL)                                        # introducedLiteral
    | INTERVAL T_STRING intervalUnit?                                                   # intervalLiteral
    | INTERVAL value intervalUnit                                                       # intervalValue
    | (NEXT | CURRENT | PREVIOUS) VALUE FOR name                                        # sequenceValue
    | MATCH T_OPEN expressions T_CLOSE AGAINST T_OPEN value matchMode? T_CLOSE          # matchValue
    | DEFAULT (T_OPEN name T_CLOSE)?                                                    # defaultValue
    | T_VALUES_FUNCTION T_OPEN name T_CLOSE                                             # valuesValue
    | T_LBRACE T_TYPE_PREFIX T_STRING T_RBRACE                                          # escapeLiteral
    | T_LBRACE T_IDENTIFIER value T_RBRACE                                              # escapeCall
    ;

inOperand
    : T_OPEN expressions? T_CLOSE
    | T_QUERY_OPEN query T_CLOSE
    ;

comparisonOperator
    : T_EQUAL | T_NOT_EQUAL | T_LESS | T_LESS_EQUAL | T_GREATER | T_GREATER_EQUAL | T_NULL_SAFE_EQUAL
    ;

likeOperator
    : LIKE | ILIKE | REGEXP | RLIKE | SIMILAR TO | SOUNDS LIKE
    ;

quantifiedOperand
    : (ANY | SOME | ALL) (T_QUERY_OPEN query | T_OPEN expression) T_CLOSE
    ;

isTest
    : NULL
    | TRUE
    | FALSE
    | JSON (VALUE | ARRAY | OBJECT | SCALAR)?
    | identifier
    ;

whenClause
    : WHEN expression THEN expression
    ;

literal
    : T_STRING+
    | T_INTEGER
    | T_DECIMAL
    | T_APPROXIMATE
    | T_BINARY
    | T_OTHER_LITERAL
    | TRUE
    | FALSE
    | NULL
    ;

bracketed
    : T_LBRACKET (bracketedItem (T_COMMA bracketedItem)*)? T_RBRACKET
    ;

bracketedItem
    : bracketed
    | expression
    ;

subscript
    : expression (T_COLON expression?)?
    | T_COLON expression?
    ;

intervalUnit
    : intervalField (T_OPEN T_INTEGER (T_COMMA T_INTEGER)? T_CLOSE)? (TO intervalField (T_OPEN T_INTEGER T_CLOSE)?)?
    ;

intervalField
    : YEAR | QUARTER | MONTH | WEEK | DAY | HOUR | MINUTE | SECOND | MICROSECOND | YEAR_MONTH | DAY_HOUR | DAY_MINUTE
    | DAY_SECOND | DAY_MICROSECOND | HOUR_MINUTE | HOUR_SECOND | HOUR_MICROSECOND | MINUTE_SECOND | MINUTE_MICROSECOND
    | SECOND_MICROSECOND
    ;

matchMode
    : IN (BOOLEAN MODE | NATURAL LANGUAGE MODE (WITH QUERY EXPANSION)?)
    | WITH QUERY EXPANSION
    ;

niladicFunction
    : CURRENT_DATE | CURRENT_TIME | CURRENT_TIMESTAMP | LOCALTIME | LOCALTIMESTAMP | CURRENT_USER | SESSION_USER
    | CURRENT_ROLE | CURRENT_CATALOG | CURRENT_SCHEMA | SYSTEM_USER | USER | UTC_DATE | UTC_TIME | UTC_TIMESTAMP
    ;

/* Words that are reserved and yet name functions. */
reservedFunction
    : LEFT | RIGHT | REPLACE | INSERT | IF | MOD
    ;

/* What makes a name a call; the words between the arguments of EXTRACT, SUBSTRING, TRIM, ... separate like commas. */
callSuffix
    : T_OPEN setQuantifier? (callArgument (argumentSeparator callArgument)*)? orderByClause? limitPart?
        (SEPARATOR T_STRING)? nullTreatment? callTail? T_CLOSE callModifier*
    ;

callArgument
    : T_STAR
    | (BOTH | LEADING | TRAILING) expression?
    | name T_DOT T_STAR
    | identifier (T_ASSIGN | T_FAT_ARROW) expression
    | VARIADIC? expression
    ;

argumentSeparator
    : T_COMMA | FROM | FOR | PLACING | IN | USING | VALUE | T_COLON | SIMILAR | ESCAPE
    ;

/* The clauses of the SQL/JSON functions; they hold no columns. */
callTail
    : (RETURNING | NULL ON | ABSENT | ERROR | EMPTY | WITH | WITHOUT | FORMAT | DEFAULT) opaque*
    ;

callModifier
    : nullTreatment
    | FROM (FIRST | LAST)
    | WITHIN GROUP T_OPEN orderByClause T_CLOSE
    | FILTER T_OPEN WHERE expression T_CLOSE
    | OVER (identifier | T_OPEN windowSpecification T_CLOSE)
    ;

nullTreatment
    : (IGNORE | RESPECT) NULLS
    ;

windowSpecification
    : identifier? (PARTITION BY expressions)? orderByClause? frame?
    ;

frame
    : (ROWS | RANGE | GROUPS) (frameBound | BETWEEN frameBound AND frameBound)
        (EXCLUDE (CURRENT ROW | GROUP | TIES | NO OTHERS))?
    ;

frameBound
    : UNBOUNDED (PRECEDING | FOLLOWING)
    | CURRENT ROW
    | value (PRECEDING | FOLLOWING)
    ;

/* A type where something else may follow it directly. */
dataType
    : SETOF? typeName typeArguments? typeTail* (T_LBRACKET T_INTEGER? T_RBRACKET)*
    ;

typeName
    : DOUBLE PRECISION?
    | (CHARACTER | CHAR | BIT | BINARY) (VARYING | LARGE OBJECT)?
    | NATIONAL? (CHARACTER | CHAR | VARCHAR) VARYING?
    | INTERVAL intervalUnit?
    | LONG (VARCHAR | VARBINARY)?
    | SET
    | name
    ;

typeArguments
    : T_OPEN typeArgument (T_COMMA typeArgument)* T_CLOSE
    ;

typeArgument
    : T_MINUS? T_INTEGER
    | T_STRING
    | name (T_INTEGER)?
    ;

typeTail
    : UNSIGNED
    | SIGNED
    | ZEROFILL
    | (WITH | WITHOUT) LOCAL? TIME ZONE
    ;

/* A type that reaches to the closing parenthesis. */
castTarget
    : opaquePart+
    ;

/* A query inside is not read over: its tables would stay unseen. */
balanced
    : T_OPEN (~(T_OPEN | T_QUERY_OPEN | T_CLOSE) | balanced)* T_CLOSE
    ;

/*
 * Anything up to the end, or to the parenthesis that closes the surrounding ones. A dot never starts a piece: after a
 * name, a dot then has one meaning, and no lookahead is needed.
 */
opaque
    : ~(T_OPEN | T_QUERY_OPEN | T_CLOSE | T_DOT) (T_DOT ~(T_OPEN | T_QUERY_OPEN | T_CLOSE))*
    | balanced
    ;

/* Anything up to the next comma. */
opaquePart
    : ~(T_OPEN | T_QUERY_OPEN | T_CLOSE | T_COMMA | T_DOT) (T_DOT ~(T_OPEN | T_QUERY_OPEN | T_CLOSE | T_COMMA))*
    | balanced
    ;
