package org.shardingjdbc.rule.internal;

import org.shardingjdbc.rule.datasource.DataSourceGuard;

/**
 * Two guards of one data source, of two rules: a statement enters one after the other, and reports to both. Whoever is
 * refused by the second one withdraws from the first. Safe for all threads, as they are.
 */
record GuardAfter(DataSourceGuard before, DataSourceGuard next) implements DataSourceGuard {
    @Override
    public Admission enter() {
        Admission first = before.enter();
        boolean admitted = false;
        try {
            Admission both = new Both(first, next.enter());
            admitted = true;
            return both;
        } finally {
            if (!admitted) {
                first.withdraw();
            }
        }
    }

    @Override
    public OutcomeListener unadmitted() {
        return new Heard(before.unadmitted(), next.unadmitted());
    }

    private record Heard(OutcomeListener first, OutcomeListener second) implements OutcomeListener {
        @Override
        public void answered(long nanos) {
            first.answered(nanos);
            second.answered(nanos);
        }

        @Override
        public void failed() {
            first.failed();
            second.failed();
        }
    }

    private record Both(Admission first, Admission second) implements Admission {
        @Override
        public void answered(long nanos) {
            first.answered(nanos);
            second.answered(nanos);
        }

        @Override
        public void failed() {
            first.failed();
            second.failed();
        }

        @Override
        public void leave() {
            try {
                second.leave();
            } finally {
                first.leave();
            }
        }

        @Override
        public void withdraw() {
            try {
                second.withdraw();
            } finally {
                first.withdraw();
            }
        }
    }
}
