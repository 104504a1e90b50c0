package org.shardingjdbc.parser.internal.ast;

import java.util.List;

/**
 * What an INTO clause says, which takes the rows of a SELECT elsewhere. Immutable.
 *
 * @param text its words, a blank where one may stand
 * @param variables the user variables that it names, as {@code @total}, in text order
 */
public record Into(String text, List<String> variables) {
    public Into {
        variables = List.copyOf(variables);
    }
}
