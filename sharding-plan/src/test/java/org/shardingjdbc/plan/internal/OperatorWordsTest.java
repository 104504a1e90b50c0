package org.shardingjdbc.plan.internal;

import static org.assertj.core.api.Assertions.assertThat;

import java.lang.reflect.Constructor;
import java.lang.reflect.Modifier;
import java.util.BitSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import org.junit.jupiter.api.Test;
import org.shardingjdbc.dialect.internal.ValueOrder;
import org.shardingjdbc.merge.internal.MergeOperator;
import org.shardingjdbc.merge.internal.group.Grouping;
import org.shardingjdbc.merge.internal.order.SortKey;
import org.shardingjdbc.plan.internal.operator.Operator;

/** What explanations call operators is read by users and by their tests, so it does not follow names of classes. */
class OperatorWordsTest {
    private static final Map<Class<?>, Object> NOTHING = Map.of(
            List.class, List.of(), Map.class, Map.of(), BitSet.class, new BitSet(), int.class, 0, boolean.class, false);

    @Test
    void operatorsOfPlansAreCalledAsEver() throws ReflectiveOperationException {
        assertThat(words(Operator.class))
                .containsExactly(
                        "BindSubqueries",
                        "Choose",
                        "ChooseSteps",
                        "CommandPlan",
                        "CopyRows",
                        "CreateTableAs",
                        "ExplainPlan",
                        "Later",
                        "LookUp",
                        "LookUpKeys",
                        "Merge",
                        "OnePerDataSource",
                        "Pull",
                        "Refused",
                        "Route",
                        "SequencePlan",
                        "SessionPlan",
                        "SettingPlan",
                        "ShowPlan",
                        "WriteBeside",
                        "WriteByKey",
                        "WriteTablesByKey");
    }

    @Test
    void operatorsOfMergesAreCalledAsEver() throws ReflectiveOperationException {
        List<SortKey> keys = List.of(new SortKey(1, false, false, ValueOrder.BY_TYPE));
        assertThat(words(MergeOperator.class))
                .containsExactly("Compute", "Concatenate", "Distinct", "Filter", "Limit", "MergeSort", "Sort", "Trim");
        assertThat(List.of(group(List.of(), false), group(keys, true), group(keys, false)))
                .extracting(MergeOperator::word)
                .containsExactly("Aggregate", "Group", "GroupInMemory");
    }

    private static MergeOperator group(List<SortKey> keys, boolean streaming) {
        return new MergeOperator.Group(new Grouping(keys, List.of(), streaming), List.of());
    }

    /** Of all kinds whose words do not depend on what they are made of. */
    private static Set<String> words(Class<?> kind) throws ReflectiveOperationException {
        Set<String> words = new TreeSet<>();
        if (kind.isSealed()) {
            for (Class<?> each : kind.getPermittedSubclasses()) {
                words.addAll(words(each));
            }
        } else if (!Modifier.isAbstract(kind.getModifiers()) && kind != MergeOperator.Group.class) {
            Object made = bare(kind);
            String word = made instanceof Operator operator ? operator.word() : ((MergeOperator) made).word();
            if (word != null) {
                words.add(word);
            }
        }
        return words;
    }

    /** One with nothing in it. */
    private static Object bare(Class<?> kind) throws ReflectiveOperationException {
        Constructor<?> whole = kind.getDeclaredConstructors()[0];
        whole.setAccessible(true);
        Object[] nothing = new Object[whole.getParameterCount()];
        for (int i = 0; i < nothing.length; i++) {
            nothing[i] = NOTHING.get(whole.getParameterTypes()[i]);
        }
        return whole.newInstance(nothing);
    }
}
