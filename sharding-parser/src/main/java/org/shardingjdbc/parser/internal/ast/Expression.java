package org.shardingjdbc.parser.internal.ast;

/**
 * A value expression. What routing must understand has a record of its own; every other operator is an
 * {@link Operation}.
 */
public sealed interface Expression extends Node
        permits Literal,
                Parameter,
                ColumnReference,
                SessionVariable,
                DefaultValue,
                Operation,
                Comparison,
                Logical,
                Not,
                InList,
                InQuery,
                Between,
                Like,
                IsTest,
                Exists,
                ScalarQuery,
                Quantified,
                FunctionCall,
                CaseExpression,
                Cast,
                RowExpression {
    /** Calls the method of {@code visitor} for this kind. */
    void accept(ExpressionVisitor visitor);
}
