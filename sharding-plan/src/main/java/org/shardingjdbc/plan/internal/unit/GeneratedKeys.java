package org.shardingjdbc.plan.internal.unit;

import java.util.Arrays;
import org.shardingjdbc.rule.placement.KeyGeneration;

/**
 * The keys that the INSERTs of a statement get from generators. Before it routes, an execution appends them to the
 * statement's parameters; templates and routes refer to them by those positions.
 *
 * @param generation column and generator
 * @param rows how many rows of VALUES need a key
 * @param own whether the statement is the INSERT, so that an application can ask for its keys; those of common table
 *     expressions nobody asks for
 * @param next the keys that stand behind these, of another INSERT; null mostly
 */
public record GeneratedKeys(KeyGeneration generation, int rows, boolean own, GeneratedKeys next) {
    /** How many keys there are in all. */
    public int count() {
        return next == null ? rows : rows + next.count();
    }

    /** New keys for one execution. */
    public Object[] generate() {
        Object[] made = new Object[count()];
        int end = 0;
        for (GeneratedKeys keys = this; keys != null; keys = keys.next) {
            int start = end;
            end += keys.rows;
            keys.generation.generator().next(made, start, end);
        }
        return made;
    }

    /** Of the keys of one execution those that an application may ask for. */
    public Object[] shown(Object[] generated) {
        int shown = own ? rows : 0;
        return shown == generated.length ? generated : Arrays.copyOf(generated, shown);
    }

    /** These keys before those of another INSERT. */
    public GeneratedKeys then(GeneratedKeys others) {
        return new GeneratedKeys(generation, rows, own, next == null ? others : next.then(others));
    }
}
