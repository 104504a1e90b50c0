package org.shardingjdbc.dialect.internal;

import java.util.List;
import org.shardingjdbc.dialect.internal.ValueForm.Arithmetic;

/** Forms of values as text. Stateless. */
enum ValueFormText implements ValueForm.Notation<String> {
    TEXT;

    @Override
    public String cast(String value, String type) {
        return "CAST(" + value + " AS " + type + ")";
    }

    @Override
    public String operation(String value, Arithmetic operation) {
        String behind =
                switch (operation.kind()) {
                    case INTEGER -> "";
                    case DECIMAL -> ".0";
                    case DOUBLE -> "E0";
                };
        return value + " " + operation.operator() + " " + operation.number() + behind;
    }

    @Override
    public String call(String function, List<String> arguments) {
        return function + "(" + String.join(", ", arguments) + ")";
    }

    @Override
    public String words(String text) {
        return text;
    }
}
