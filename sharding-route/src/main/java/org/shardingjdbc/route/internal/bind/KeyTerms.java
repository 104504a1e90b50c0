package org.shardingjdbc.route.internal.bind;

import java.util.Arrays;

/** Which terms are sharding columns of a use, or equal to one. Immutable. */
record KeyTerms(Binding binding) {
    /** The term of a sharding column; negative when the statement does not name it. */
    int term(TableUse use, int position) {
        return binding.terms().find(use, use.sharded().shardingColumns().get(position));
    }

    /** The position of the sharding column that a term is equal to in the region of a use, or -1. */
    int position(TableUse use, int term) {
        for (int i = 0; term >= 0 && i < use.sharded().shardingColumns().size(); i++) {
            if (use.region().equal(term, term(use, i))) {
                return i;
            }
        }
        return -1;
    }

    /** The position of the sharding column that a term is itself, or -1. */
    int ownPosition(TableUse use, int term) {
        for (int i = 0; term >= 0 && i < use.sharded().shardingColumns().size(); i++) {
            if (term == term(use, i)) {
                return i;
            }
        }
        return -1;
    }

    /**
     * The positions of all sharding columns that have the value of a term in the region of a use. A constant may make
     * columns equal whose values compare unlike each other, a text and a day: only the column itself counts there.
     */
    int[] positions(TableUse use, int term) {
        int[] positions = new int[use.sharded().shardingColumns().size()];
        int count = 0;
        for (int i = 0; term >= 0 && i < positions.length; i++) {
            int key = term(use, i);
            boolean equal = use.region().equal(term, key)
                    && (term == key
                            || ValueKind.comparable(
                                    binding.terms().schema(term),
                                    binding.terms().schema(key),
                                    binding.dialect()));
            if (equal) {
                positions[count++] = i;
            }
        }
        return Arrays.copyOf(positions, count);
    }
}
