package org.shardingjdbc.plan.internal.template;

/**
 * Which parameter each placeholder takes: mostly the first the first one, the second the second one, and so on. All
 * plans have the same arrays for that.
 */
public final class ParameterSources {
    private static final int[][] IN_ORDER = new int[17][];

    static {
        for (int count = 0; count < IN_ORDER.length; count++) {
            IN_ORDER[count] = new int[count];
            for (int i = 0; i < count; i++) {
                IN_ORDER[count][i] = i;
            }
        }
    }

    private ParameterSources() {}

    /** An array with the same numbers, which nobody changes. */
    public static int[] shared(int[] sources) {
        if (sources.length >= IN_ORDER.length) {
            return sources;
        }
        for (int i = 0; i < sources.length; i++) {
            if (sources[i] != i) {
                return sources;
            }
        }
        return IN_ORDER[sources.length];
    }
}
