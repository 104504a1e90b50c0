package org.shardingjdbc.parser.internal.ast;

import java.util.List;

/**
 * How a table of functions is written, beside its calls and names.
 *
 * @param rowsFrom whether the calls stand in {@code ROWS FROM (...)}
 * @param definitions for each call the columns that it is defined with ({@code (a int, b text)}), or empty
 * @param ordinality whether the rows are numbered
 * @param types for each column alias its type, or empty
 */
public record FunctionTableForm(boolean rowsFrom, List<String> definitions, boolean ordinality, List<String> types) {
    public FunctionTableForm {
        definitions = List.copyOf(definitions);
        types = List.copyOf(types);
    }
}
