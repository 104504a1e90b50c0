package org.shardingjdbc.rule.internal.inline;

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import org.shardingjdbc.rule.internal.inline.Term.Closure;

/** The methods of lists that expressions may use. */
final class ListMethods {
    private ListMethods() {}

    static Object call(List<?> list, String name, Object[] arguments) {
        return switch (name) {
            case "size" -> list.size();
            case "isEmpty" -> list.isEmpty();
            case "get" -> list.get(Methods.position(arguments[0]));
            case "first" -> list.get(0);
            case "last" -> list.get(list.size() - 1);
            case "contains" -> Methods.contains(list, arguments[0]);
            case "indexOf" -> list.indexOf(arguments[0]);
            case "reverse" -> {
                List<Object> reversed = new ArrayList<>(list);
                Collections.reverse(reversed);
                yield reversed;
            }
            case "join" ->
                String.join(
                        String.valueOf(arguments[0]),
                        list.stream().map(String::valueOf).toList());
            case "flatten" -> flat(list, new ArrayList<>());
            case "collect" -> {
                Closure closure = closure(arguments[0]);
                List<Object> results = new ArrayList<>(list.size());
                for (Object element : list) {
                    results.add(closure.call(element));
                }
                yield results;
            }
            case "findAll" -> {
                Closure closure = closure(arguments[0]);
                List<Object> results = new ArrayList<>(list.size());
                for (Object element : list) {
                    if (Arithmetic.isTrue(closure.call(element))) {
                        results.add(element);
                    }
                }
                yield results;
            }
            default -> throw Methods.missing(list, name);
        };
    }

    private static List<Object> flat(List<?> list, List<Object> into) {
        for (Object element : list) {
            if (element instanceof List<?> inner) {
                flat(inner, into);
            } else {
                into.add(element);
            }
        }
        return into;
    }

    private static Closure closure(Object argument) {
        if (argument instanceof Closure closure) {
            return closure;
        }
        throw new IllegalArgumentException("a closure in braces is expected");
    }
}
