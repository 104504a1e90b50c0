package org.shardingjdbc.merge.internal.formula;

import java.math.BigDecimal;
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;
import org.shardingjdbc.dialect.internal.ValueOrder;

/**
 * Comparison and plain arithmetic over a merged row: what HAVING and select items above merged aggregates may consist
 * of. Truth values are three-valued as in SQL: a formula that is unknown is null.
 */
public sealed interface Formula {
    /**
     * Calls what a visitor does with such a formula, and gives what comes of it, which may be null.
     *
     * @throws E when the visitor does
     */
    <R, E extends Exception> @Nullable R accept(FormulaVisitor<R, E> visitor) throws E;

    /** A column of the merged row, 1-based; derived columns may be meant too. */
    record Column(int column) implements Formula {
        @Override
        public <R, E extends Exception> @Nullable R accept(FormulaVisitor<R, E> visitor) throws E {
            return visitor.visit(this);
        }
    }

    /** A constant: Long, BigInteger, BigDecimal, String, Boolean or null. */
    record Constant(@Nullable Object value) implements Formula {
        @Override
        public <R, E extends Exception> @Nullable R accept(FormulaVisitor<R, E> visitor) throws E {
            return visitor.visit(this);
        }
    }

    /** A number that is written with an exponent; the dialect says of which type it is. */
    record Approximate(BigDecimal value) implements Formula {
        @Override
        public <R, E extends Exception> @Nullable R accept(FormulaVisitor<R, E> visitor) throws E {
            return visitor.visit(this);
        }
    }

    /** A statement parameter, 0-based; its value is what the application has set. */
    record StatementParameter(int index) implements Formula {
        @Override
        public <R, E extends Exception> @Nullable R accept(FormulaVisitor<R, E> visitor) throws E {
            return visitor.visit(this);
        }
    }

    /** {@code + - *}. */
    record Arithmetic(char operator, Formula left, Formula right) implements Formula {
        public Arithmetic {
            if ("+-*".indexOf(operator) < 0) {
                throw new IllegalArgumentException("Not an operator: " + operator);
            }
        }

        @Override
        public <R, E extends Exception> @Nullable R accept(FormulaVisitor<R, E> visitor) throws E {
            return visitor.visit(this);
        }
    }

    /** {@code -} before a number, which keeps its type. */
    record Negative(Formula operand) implements Formula {
        @Override
        public <R, E extends Exception> @Nullable R accept(FormulaVisitor<R, E> visitor) throws E {
            return visitor.visit(this);
        }
    }

    /** One of {@code = <> < <= > >=}; text compares by {@code order}, all else by its class. */
    record Compare(String operator, Formula left, Formula right, ValueOrder order) implements Formula {
        public Compare {
            if (!List.of("=", "<>", "<", "<=", ">", ">=").contains(operator)) {
                throw new IllegalArgumentException("Not an operator: " + operator);
            }
            Objects.requireNonNull(order, "order is null");
        }

        @Override
        public <R, E extends Exception> @Nullable R accept(FormulaVisitor<R, E> visitor) throws E {
            return visitor.visit(this);
        }
    }

    /**
     * Whether one of the items is equal; text compares by {@code order}.
     *
     * @param oneType whether they are all made one type first, with the value, else each is compared as it is
     */
    record In(Formula value, List<Formula> items, ValueOrder order, boolean oneType) implements Formula {
        public In {
            items = List.copyOf(items);
            Objects.requireNonNull(order, "order is null");
        }

        @Override
        public <R, E extends Exception> @Nullable R accept(FormulaVisitor<R, E> visitor) throws E {
            return visitor.visit(this);
        }
    }

    /** BETWEEN where all three operands are compared as one type; both comparisons have the value to their left. */
    record Range(Compare low, Compare high) implements Formula {
        @Override
        public <R, E extends Exception> @Nullable R accept(FormulaVisitor<R, E> visitor) throws E {
            return visitor.visit(this);
        }
    }

    /** AND over all. */
    record And(List<Formula> operands) implements Formula {
        public And {
            operands = List.copyOf(operands);
        }

        @Override
        public <R, E extends Exception> @Nullable R accept(FormulaVisitor<R, E> visitor) throws E {
            return visitor.visit(this);
        }
    }

    /** OR over all. */
    record Or(List<Formula> operands) implements Formula {
        public Or {
            operands = List.copyOf(operands);
        }

        @Override
        public <R, E extends Exception> @Nullable R accept(FormulaVisitor<R, E> visitor) throws E {
            return visitor.visit(this);
        }
    }

    /** NOT. */
    record Negation(Formula operand) implements Formula {
        @Override
        public <R, E extends Exception> @Nullable R accept(FormulaVisitor<R, E> visitor) throws E {
            return visitor.visit(this);
        }
    }

    /**
     * The first operand that is not NULL, or NULL; of operands that do not widen the type of the first, such as whole
     * numbers.
     */
    record Coalesce(List<Formula> operands) implements Formula {
        public Coalesce {
            operands = List.copyOf(operands);
        }

        @Override
        public <R, E extends Exception> @Nullable R accept(FormulaVisitor<R, E> visitor) throws E {
            return visitor.visit(this);
        }
    }

    /** {@code IS NULL}. */
    record IsNull(Formula operand) implements Formula {
        @Override
        public <R, E extends Exception> @Nullable R accept(FormulaVisitor<R, E> visitor) throws E {
            return visitor.visit(this);
        }
    }
}
