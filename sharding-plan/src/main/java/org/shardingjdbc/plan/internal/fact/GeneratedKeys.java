package org.shardingjdbc.plan.internal.fact;

import java.util.Arrays;
import java.util.Objects;
import org.jspecify.annotations.Nullable;
import org.shardingjdbc.route.internal.bind.KeyRequest;
import org.shardingjdbc.rule.placement.KeyGeneration;

/**
 * The keys that the INSERTs of a statement get from generators. Before it routes, an execution appends keys to the
 * statement's parameters, whose positions templates and routes refer to, and gives parameters that ask for a key the
 * key as their value.
 *
 * @param generation column and generator
 * @param slots for each row that gets a key, or may get one, in text order: {@link #APPENDED}, or the 0-based parameter
 *     that stands for the column
 * @param wanted which values of such a parameter ask for a key
 * @param own whether the statement is the INSERT, so that an application can ask for its keys; those of common table
 *     expressions nobody asks for
 * @param next the keys that stand behind these, of another INSERT; null mostly
 */
@SuppressWarnings("ArrayRecordComponent")
public record GeneratedKeys(
        KeyGeneration generation,
        int[] slots,
        KeyRequest wanted,
        boolean own,
        @Nullable GeneratedKeys next) {
    /** Of a row whose key stands behind the parameters. */
    public static final int APPENDED = -1;

    /** How many keys are appended in all. */
    public int count() {
        int count = next == null ? 0 : next.count();
        for (int slot : slots) {
            count += slot == APPENDED ? 1 : 0;
        }
        return count;
    }

    /** The keys that one execution appends. */
    public Object[] generate() {
        Object[] made = new Object[count()];
        int end = 0;
        for (GeneratedKeys keys = this; keys != null; keys = keys.next) {
            int start = end;
            end = made.length - (keys.next == null ? 0 : keys.next.count());
            keys.generation.generator().next(made, start, end);
        }
        return made;
    }

    /** Whether values of parameters decide how many keys there are. */
    public boolean fills() {
        for (GeneratedKeys keys = this; keys != null; keys = keys.next) {
            for (int slot : keys.slots) {
                if (slot != APPENDED) {
                    return true;
                }
            }
        }
        return false;
    }

    /** Takes the keys that parameters ask for. */
    @FunctionalInterface
    public interface Filling {
        /** @param parameter 0-based */
        void fill(int parameter, Object key);
    }

    /**
     * Makes a key for each parameter that asks for one.
     *
     * @param values of the statement's parameters
     * @return whether there was any
     */
    public boolean fill(Object[] values, Filling to) {
        boolean any = false;
        for (GeneratedKeys keys = this; keys != null; keys = keys.next) {
            for (int slot : keys.slots) {
                if (slot != APPENDED && keys.wanted.is(values[slot])) {
                    Object[] made = new Object[1];
                    keys.generation.generator().next(made, 0, 1);
                    to.fill(slot, made[0]);
                    any = true;
                }
            }
        }
        return any;
    }

    /** Whether a parameter asks for a key by a value that some settings of a session keep as it is. */
    public boolean asksByZero(Object[] values) {
        for (GeneratedKeys keys = this; keys != null; keys = keys.next) {
            for (int slot : keys.slots) {
                if (slot != APPENDED && values[slot] != null && keys.wanted.is(values[slot])) {
                    return true;
                }
            }
        }
        return false;
    }

    /**
     * The same of a text whose parameters are literals, which stay as they are written.
     *
     * @return null where no key is left
     */
    public @Nullable GeneratedKeys appended() {
        if (!fills()) {
            return this;
        }
        int[] left = Arrays.stream(slots).filter(slot -> slot == APPENDED).toArray();
        GeneratedKeys behind = next == null ? null : next.appended();
        return left.length == 0 ? behind : new GeneratedKeys(generation, left, wanted, own, behind);
    }

    /**
     * The keys that an application may ask for, in the order of the rows.
     *
     * @param generated what {@link #generate} made
     * @param values of the parameters, filled
     */
    public Object[] shown(Object @Nullable [] generated, Object @Nullable [] values) {
        if (!own) {
            return new Object[0];
        }
        Object[] shown = new Object[slots.length];
        int next = 0;
        for (int i = 0; i < shown.length; i++) {
            shown[i] = slots[i] == APPENDED
                    ? Objects.requireNonNull(generated)[next++]
                    : Objects.requireNonNull(values)[slots[i]];
        }
        return shown;
    }

    /**
     * The first key that was made, in the order of the rows; null where the rows have their own.
     *
     * @param generated what {@link #generate} made
     * @param asked the values of the parameters, before they were filled
     * @param filled the same, filled
     */
    public @Nullable Object first(Object @Nullable [] generated, Object[] asked, Object[] filled) {
        for (int slot : own ? slots : new int[0]) {
            if (slot == APPENDED) {
                return Objects.requireNonNull(generated)[0];
            }
            if (wanted.is(asked[slot])) {
                return filled[slot];
            }
        }
        return null;
    }

    /** These keys before those of another INSERT. */
    public GeneratedKeys then(GeneratedKeys others) {
        return new GeneratedKeys(generation, slots, wanted, own, next == null ? others : next.then(others));
    }
}
