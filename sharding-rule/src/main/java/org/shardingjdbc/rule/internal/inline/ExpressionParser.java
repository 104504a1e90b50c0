package org.shardingjdbc.rule.internal.inline;

import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.shardingjdbc.rule.internal.inline.Term.Closure;
import org.shardingjdbc.rule.internal.inline.Term.Constant;
import org.shardingjdbc.rule.internal.inline.Term.Interpolation;
import org.shardingjdbc.rule.internal.inline.Term.Variable;

/** Compiles the expression of one hole by recursive descent, one method for each level of precedence. One per hole. */
final class ExpressionParser {
    private static final int MAX_DEPTH = 200;

    private final Scanner scanner;
    private final List<String> names;
    private int frameSize;
    private int depth;

    ExpressionParser(String text, int position, int shift, List<String> variables) {
        this.scanner = new Scanner(text, position, shift);
        this.names = new ArrayList<>(variables);
        this.frameSize = variables.size();
    }

    /** The expression up to the closing brace, which is consumed. */
    Term hole() {
        Term term = ternary();
        if (!scanner.accept("}")) {
            throw scanner.unexpected("'}'");
        }
        return term;
    }

    /** Where the text goes on. */
    int position() {
        return scanner.position();
    }

    /** How many variables and closure parameters there are. */
    int frameSize() {
        return frameSize;
    }

    private Term ternary() {
        if (++depth > MAX_DEPTH) {
            throw scanner.error("the expression nests too deeply");
        }
        Term condition = or();
        if (scanner.accept("?:")) {
            Term otherwise = ternary();
            depth--;
            return frame -> {
                Object value = condition.evaluate(frame);
                return Arithmetic.isTrue(value) ? value : otherwise.evaluate(frame);
            };
        }
        if (scanner.accept("?")) {
            Term then = ternary();
            scanner.expect(":");
            Term otherwise = ternary();
            depth--;
            return frame ->
                    Arithmetic.isTrue(condition.evaluate(frame)) ? then.evaluate(frame) : otherwise.evaluate(frame);
        }
        depth--;
        return condition;
    }

    private Term or() {
        Term left = and();
        while (scanner.accept("||")) {
            Term first = left;
            Term second = and();
            left = frame -> Arithmetic.isTrue(first.evaluate(frame)) || Arithmetic.isTrue(second.evaluate(frame));
        }
        return left;
    }

    private Term and() {
        Term left = bits();
        while (scanner.accept("&&")) {
            Term first = left;
            Term second = bits();
            left = frame -> Arithmetic.isTrue(first.evaluate(frame)) && Arithmetic.isTrue(second.evaluate(frame));
        }
        return left;
    }

    private Term bits() {
        return binary(
                new String[] {"|"}, () -> binary(new String[] {"^"}, () -> binary(new String[] {"&"}, this::equality)));
    }

    private Term equality() {
        Term left = relation();
        while (true) {
            String operator = scanner.acceptAny("==", "!=", "<=>");
            if (operator == null) {
                return left;
            }
            Term first = left;
            Term second = relation();
            if (operator.equals("<=>")) {
                left = frame -> Integer.signum(Arithmetic.compare(first.evaluate(frame), second.evaluate(frame)));
                continue;
            }
            boolean wanted = operator.equals("==");
            left = frame -> Arithmetic.areEqual(first.evaluate(frame), second.evaluate(frame)) == wanted;
        }
    }

    private Term relation() {
        Term left = range();
        while (true) {
            String operator = scanner.acceptAny("<=", ">=", "<", ">");
            Term first = left;
            if (operator != null) {
                Term second = range();
                left = frame -> Arithmetic.relation(operator, first.evaluate(frame), second.evaluate(frame));
            } else if (scanner.acceptWord("as")) {
                left = conversion(first);
            } else if (scanner.acceptWord("in")) {
                Term second = range();
                left = frame -> Methods.contains(second.evaluate(frame), first.evaluate(frame));
            } else {
                return left;
            }
        }
    }

    private Term conversion(Term operand) {
        int at = scanner.position();
        String type = scanner.word();
        if (type == null || !Arithmetic.convertsTo(type)) {
            throw scanner.error(
                    "cannot convert to '" + type + "', only to int, long, BigInteger, BigDecimal, String", at);
        }
        return frame -> Arithmetic.convert(operand.evaluate(frame), type);
    }

    private Term range() {
        Term left = shift();
        String operator = scanner.acceptAny("..<", "..");
        if (operator == null) {
            return left;
        }
        Term right = shift();
        boolean open = operator.equals("..<");
        return frame -> Ranges.of(left.evaluate(frame), right.evaluate(frame), open);
    }

    private Term shift() {
        return binary(new String[] {">>>", "<<", ">>"}, this::sum);
    }

    private Term sum() {
        return binary(new String[] {"+", "-"}, this::product);
    }

    private Term product() {
        return binary(new String[] {"*", "/", "%"}, this::unary);
    }

    private Term binary(String[] operators, java.util.function.Supplier<Term> operand) {
        Term left = operand.get();
        while (true) {
            String operator = scanner.acceptAny(operators);
            if (operator == null) {
                return left;
            }
            Term first = left;
            Term second = operand.get();
            left = Arithmetic.binary(operator, first, second);
        }
    }

    private Term unary() {
        String type = cast();
        if (type != null) {
            Term operand = unary();
            return frame -> Arithmetic.convert(operand.evaluate(frame), type);
        }
        String operator = scanner.acceptAny("-", "+", "!", "~");
        if (operator == null) {
            return power();
        }
        if (++depth > MAX_DEPTH) {
            throw scanner.error("the expression nests too deeply");
        }
        Term operand = unary();
        depth--;
        return switch (operator) {
            case "-" -> frame -> Arithmetic.negate(operand.evaluate(frame));
            case "!" -> frame -> !Arithmetic.isTrue(operand.evaluate(frame));
            case "~" -> frame -> Arithmetic.complement(operand.evaluate(frame));
            default -> operand;
        };
    }

    /** Consumes a type in parentheses before an operand, or gives null. */
    private @Nullable String cast() {
        int start = scanner.position();
        if (scanner.accept("(")) {
            String type = scanner.word();
            boolean known = type != null && Arithmetic.convertsTo(type);
            if (known && scanner.accept(")") && scanner.atOperand()) {
                return type;
            }
        }
        scanner.moveTo(start);
        return null;
    }

    private Term power() {
        Term base = postfix();
        while (scanner.accept("**")) {
            Term first = base;
            Term exponent = scanner.accept("-") ? negated(postfix()) : postfix();
            base = frame -> Arithmetic.power(first.evaluate(frame), exponent.evaluate(frame));
        }
        return base;
    }

    private static Term negated(Term operand) {
        return frame -> Arithmetic.negate(operand.evaluate(frame));
    }

    private Term postfix() {
        Term term = primary();
        while (true) {
            Term receiver = term;
            if (scanner.accept("[")) {
                Term index = ternary();
                scanner.expect("]");
                term = frame -> Methods.element(receiver.evaluate(frame), index.evaluate(frame));
            } else if (scanner.accept("?.")) {
                Term call = member(frame -> receiver.evaluate(frame));
                term = frame -> receiver.evaluate(frame) == null ? null : call.evaluate(frame);
            } else if (scanner.accept(".")) {
                term = member(receiver);
            } else {
                return term;
            }
        }
    }

    /** A method or property of a value. */
    private Term member(Term receiver) {
        int at = scanner.position();
        String name = scanner.word();
        if (name == null) {
            throw scanner.unexpected("a method name");
        }
        if (!scanner.at("(") && !scanner.at("{")) {
            if (!Methods.isProperty(name)) {
                throw scanner.error("unknown property '" + name + "'", at);
            }
            return frame -> Methods.property(receiver.evaluate(frame), name);
        }
        Term[] arguments = arguments();
        if (!Methods.isMethod(name, arguments.length)) {
            throw scanner.error("unknown method '" + name + "' with " + arguments.length + " arguments", at);
        }
        return frame -> Methods.call(receiver.evaluate(frame), name, values(arguments, frame));
    }

    private Term[] arguments() {
        List<Term> terms = new ArrayList<>();
        if (scanner.accept("(")) {
            if (!scanner.accept(")")) {
                do {
                    terms.add(ternary());
                } while (scanner.accept(","));
                scanner.expect(")");
            }
        }
        if (scanner.accept("{")) {
            terms.add(closure());
        }
        return terms.toArray(new Term[0]);
    }

    private Term closure() {
        int start = scanner.position();
        String parameter = scanner.word();
        if (parameter == null || !scanner.accept("->")) {
            scanner.moveTo(start);
            parameter = "it";
        }
        int slot = names.size();
        names.add(parameter);
        frameSize = Math.max(frameSize, names.size());
        Term body = ternary();
        scanner.expect("}");
        names.remove(slot);
        return frame -> new Closure(slot, body, frame);
    }

    private static Object[] values(Term[] terms, Object[] frame) {
        Object[] values = new Object[terms.length];
        for (int i = 0; i < values.length; i++) {
            values[i] = terms[i].evaluate(frame);
        }
        return values;
    }

    private Term primary() {
        if (scanner.accept("(")) {
            Term term = ternary();
            scanner.expect(")");
            return term;
        }
        if (scanner.accept("[")) {
            return list();
        }
        if (scanner.accept("{")) {
            return closure();
        }
        if (scanner.atDigit()) {
            return new Constant(Arithmetic.number(scanner.number()));
        }
        if (scanner.atQuote()) {
            return string();
        }
        int at = scanner.position();
        String word = scanner.word();
        if (word == null) {
            throw scanner.unexpected("a value");
        }
        return named(word, at);
    }

    private Term named(String word, int at) {
        switch (word) {
            case "true":
                return frame -> Boolean.TRUE;
            case "false":
                return frame -> Boolean.FALSE;
            case "null":
                return frame -> null;
            default:
                break;
        }
        for (int i = names.size() - 1; i >= 0; i--) {
            if (names.get(i).equalsIgnoreCase(word)) {
                int slot = i;
                return new Variable(slot);
            }
        }
        if (StaticMethods.isClass(word) && scanner.accept(".")) {
            return staticCall(word);
        }
        String known = names.isEmpty() ? "none are known here" : "known are " + String.join(", ", names);
        throw scanner.error("unknown name '" + word + "' (" + known + ")", at);
    }

    private Term staticCall(String className) {
        int at = scanner.position();
        String name = scanner.word();
        Object constant = name == null || scanner.at("(") ? null : StaticMethods.constant(className, name);
        if (constant != null) {
            return new Constant(constant);
        }
        Term[] arguments = arguments();
        if (name == null || !StaticMethods.isMethod(className, name, arguments.length)) {
            throw scanner.error(
                    "unknown method '" + className + "." + name + "' with " + arguments.length + " arguments", at);
        }
        return frame -> StaticMethods.call(className, name, values(arguments, frame));
    }

    private Term list() {
        List<Term> terms = new ArrayList<>();
        if (!scanner.accept("]")) {
            do {
                terms.add(ternary());
            } while (scanner.accept(","));
            scanner.expect("]");
        }
        Term[] elements = terms.toArray(new Term[0]);
        return frame -> java.util.Arrays.asList(values(elements, frame));
    }

    private Term string() {
        List<Object> pieces = new ArrayList<>();
        scanner.string(pieces, this::interpolation);
        if (pieces.stream().noneMatch(Term.class::isInstance)) {
            String literal = pieces.isEmpty() ? "" : (String) pieces.get(0);
            return frame -> literal;
        }
        return new Interpolation(pieces);
    }

    /** A hole inside a string: in braces, or a bare name. */
    private Term interpolation(boolean braces) {
        if (braces) {
            Term term = ternary();
            scanner.expectWithoutSkipping("}");
            return term;
        }
        int at = scanner.position();
        String name = scanner.wordHere();
        if (name == null) {
            throw scanner.unexpected("a name");
        }
        return named(name, at);
    }
}
