package org.shardingjdbc.dialect.internal;

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
        return value + " " + operation.operator() + " " + operation.number() + (operation.approximate() ? "E0" : "");
    }

    @Override
    public String call(String function, String argument) {
        return function + "(" + argument + ")";
    }
}
