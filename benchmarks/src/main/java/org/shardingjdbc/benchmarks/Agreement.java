package org.shardingjdbc.benchmarks;

import java.util.ArrayList;
import java.util.List;

/** Before anything is measured: each contender must give the answers that sharding by hand gives. */
final class Agreement {
    private final Backend backend;

    Agreement(Backend backend) {
        this.backend = backend;
    }

    /** @throws IllegalStateException when an answer differs */
    void check(Target target) throws Exception {
        List<Object> actual = answers(target);
        List<Object> expected;
        try (Target hand = new HandTarget(backend)) {
            expected = answers(hand);
        }
        // the stub does not look at what it is asked, so there it is enough that nothing fails
        if (backend != Backend.STUB && !expected.equals(actual)) {
            throw new IllegalStateException("Expected " + expected + ", but " + target + " answers " + actual);
        }
    }

    private List<Object> answers(Target target) throws Exception {
        List<Object> answers = new ArrayList<>();
        answers.add(target.prepareEach(17));
        answers.add(target.reused(18));
        answers.add(target.connectionEach(19));
        answers.add(target.literals(20));
        answers.add(target.sameText());
        answers.add(target.prepareEach(Data.NEW_ORDERS));
        answers.add(target.insert(Data.NEW_ORDERS));
        answers.add(target.literals(Data.NEW_ORDERS));
        answers.add(target.update(Data.NEW_ORDERS));
        answers.add(target.reused(Data.NEW_ORDERS));
        answers.add(target.delete(Data.NEW_ORDERS));
        answers.add(target.delete(Data.NEW_ORDERS));
        answers.add(target.batch(Data.NEW_ORDERS, 100));
        answers.add(target.insertRows(Data.NEW_ORDERS + 100));
        answers.add(target.range(Data.NEW_ORDERS + 90, Data.NEW_ORDERS + 200));
        answers.add(target.in(new long[] {1, 2, 3, 10, 20, 30, 44, 55, 66, Data.NEW_ORDERS + 99}));
        Data.clean(backend);
        answers.add(target.range(31, 50));
        answers.add(target.joinByKey(23));
        answers.add(target.join(5));
        answers.add(target.join(6));
        answers.add(target.top(0));
        answers.add(target.top(1000));
        answers.add(target.stream());
        answers.add(target.groupByUser());
        answers.add(target.groupByStatus());
        try (Target another = target.another()) {
            answers.add(another.prepareEach(21));
        }
        return answers;
    }
}
