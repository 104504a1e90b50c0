package org.shardingjdbc.parser.internal.ast;

import java.util.List;
import org.jspecify.annotations.Nullable;

/** One element of a select list. */
public sealed interface SelectItem extends Node {
    /** Calls the method of {@code visitor} for this kind. */
    void accept(ItemVisitor visitor);

    /** {@code expression [AS alias]}; {@code alias} may be null. */
    record ExpressionItem(
            Span span, Expression expression, @Nullable Identifier alias) implements SelectItem {
        @Override
        public void accept(ItemVisitor visitor) {
            visitor.visit(this);
        }

        @Override
        public List<Node> children() {
            return Children.of(expression, alias);
        }

        @Override
        public ExpressionItem mapped(NodeMapper mapper) {
            return new ExpressionItem(mapper.span(span), mapper.node(expression), mapper.node(alias));
        }
    }

    /** {@code *} or {@code qualifier.*}; {@code qualifier} may be null. */
    record StarItem(Span span, @Nullable QualifiedName qualifier) implements SelectItem {
        @Override
        public void accept(ItemVisitor visitor) {
            visitor.visit(this);
        }

        @Override
        public List<Node> children() {
            return Children.of(qualifier);
        }

        @Override
        public StarItem mapped(NodeMapper mapper) {
            return new StarItem(mapper.span(span), mapper.node(qualifier));
        }
    }

    /**
     * A method for each kind of an element of a select list, so that who asks for all kinds is told by the compiler of
     * a new one.
     */
    interface ItemVisitor {
        void visit(ExpressionItem expressionItem);

        void visit(StarItem starItem);
    }
}
