package org.shardingjdbc.engine.internal.error;

import static org.assertj.core.api.Assertions.assertThat;

import java.sql.SQLWarning;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Whose warnings are told as one chain, which of them are copies, and what that costs. */
class WarningChainTest {
    private final WarningChain chain = new WarningChain();

    /** Counts how often somebody goes on from it. */
    private static final class CountedWarning extends SQLWarning {
        private static final long serialVersionUID = 1L;
        private int asked;

        CountedWarning(String reason) {
            super(reason, "01000", 7);
        }

        @Override
        public SQLWarning getNextWarning() {
            asked++;
            return super.getNextWarning();
        }
    }

    private List<String> told() {
        List<String> found = new ArrayList<>();
        for (SQLWarning each = chain.first(); each != null; each = each.getNextWarning()) {
            found.add(each.getMessage());
        }
        return found;
    }

    @Test
    void whatOneAloneHasIsToldAsItIs() {
        chain.add(null);
        assertThat((Throwable) chain.first()).isNull();
        SQLWarning only = new SQLWarning("a");
        only.setNextWarning(new SQLWarning("b"));
        chain.add(only);
        chain.add(null);
        assertThat((Throwable) chain.first()).isSameAs(only);
        assertThat(told()).containsExactly("a", "b");
    }

    @Test
    void whatSeveralHaveIsCopied() {
        SQLWarning first = new SQLWarning("a", "01003", 7);
        SQLWarning second = new SQLWarning("b");
        second.setNextWarning(new SQLWarning("c"));
        chain.add(first);
        chain.add(second);
        chain.addMade(new SQLWarning("d"));
        chain.add(second);
        assertThat(told()).containsExactly("a", "b", "c", "d", "b", "c");
        assertThat((Throwable) first.getNextWarning()).isNull();
        assertThat((Throwable) second.getNextWarning().getNextWarning()).isNull();
        assertThat(chain.first().getSQLState()).isEqualTo("01003");
        assertThat(chain.first().getErrorCode()).isEqualTo(7);
        assertThat(chain.first().getCause()).isSameAs(first);
    }

    @Test
    void whatWasMadeForItIsHungOnAsItIs() {
        SQLWarning made = new SQLWarning("a");
        chain.addMade(made);
        chain.add(new SQLWarning("b"));
        assertThat((Throwable) chain.first()).isSameAs(made);
        assertThat(told()).containsExactly("a", "b");
    }

    /** A read of a thousand data nodes may have a warning of each. */
    @Test
    void eachIsCopiedOnce() {
        List<CountedWarning> all = new ArrayList<>();
        for (int i = 0; i < 1_000; i++) {
            CountedWarning each = new CountedWarning(String.valueOf(i));
            all.add(each);
            chain.add(each);
        }
        assertThat(told()).hasSize(1_000).startsWith("0", "1").endsWith("999");
        assertThat(all).allMatch(each -> each.asked == 1);
    }
}
