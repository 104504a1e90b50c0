package org.shardingjdbc.testkit.isolation;

import java.sql.SQLException;
import java.util.List;

/**
 * What transactions that run at the same time can do to each other. The names are those of Adya, Liskov and O'Neil,
 * "Generalized Isolation Level Definitions" (2000), of Berenson and others, "A Critique of ANSI SQL Isolation Levels"
 * (1995), and of Bailis and others, "Highly Available Transactions" (2013).
 */
public enum Anomaly {
    /** Two transactions write the same two rows, and one's value stays in one, the other's in the other. */
    G0("dirty write") {
        @Override
        boolean happens(Interleaving run, IsolationRows rows) throws SQLException {
            run.execute(1, rows.setFirst(11));
            run.execute(2, rows.setFirst(12));
            run.execute(1, rows.setSecond(21));
            run.commit(1);
            run.execute(2, rows.setSecond(22));
            run.commit(2);
            Step first = run.read(3, rows.first());
            Step second = run.read(3, rows.second());
            run.finish();
            return first.saw(11) && second.saw(22) || first.saw(12) && second.saw(21);
        }
    },
    /** What is rolled back was read. */
    G1A("aborted read") {
        @Override
        boolean happens(Interleaving run, IsolationRows rows) throws SQLException {
            run.execute(1, rows.setFirst(101));
            Step before = run.read(2, rows.first());
            run.rollback(1);
            Step after = run.read(2, rows.first());
            run.finish();
            return before.saw(101) || after.saw(101);
        }
    },
    /** What its writer has written over before it committed was read. */
    G1B("intermediate read") {
        @Override
        boolean happens(Interleaving run, IsolationRows rows) throws SQLException {
            run.execute(1, rows.setFirst(101));
            Step before = run.read(2, rows.first());
            run.execute(1, rows.setFirst(11));
            run.commit(1);
            Step after = run.read(2, rows.first());
            run.finish();
            return before.saw(101) || after.saw(101);
        }
    },
    /** Each of two transactions has read what the other wrote. */
    G1C("circular information flow") {
        @Override
        boolean happens(Interleaving run, IsolationRows rows) throws SQLException {
            run.execute(1, rows.setFirst(11));
            run.execute(2, rows.setSecond(22));
            Step one = run.read(1, rows.second());
            Step other = run.read(2, rows.first());
            run.commit(1);
            run.commit(2);
            run.finish();
            return one.saw(22) && other.saw(11);
        }
    },
    /** A reader that has seen one of a transaction's writes does not see the other. */
    OTV("observed transaction vanishes") {
        @Override
        boolean happens(Interleaving run, IsolationRows rows) throws SQLException {
            run.execute(1, rows.setFirst(11));
            run.execute(1, rows.setSecond(19));
            run.execute(2, rows.setFirst(12));
            run.commit(1);
            run.read(3, rows.first());
            run.execute(2, rows.setSecond(18));
            run.read(3, rows.second());
            run.commit(2);
            Step second = run.read(3, rows.second());
            Step first = run.read(3, rows.first());
            run.finish();
            return second.saw(18) && !first.saw(12);
        }
    },
    /** Of rows that a condition asks for, there are others at the second time. */
    PMP("predicate-many-preceders") {
        @Override
        boolean happens(Interleaving run, IsolationRows rows) throws SQLException {
            run.read(1, rows.divisible());
            run.execute(2, rows.insertOneMore(30));
            run.commit(2);
            Step again = run.read(1, rows.divisible());
            run.finish();
            return again.sawRows();
        }
    },
    /** Two transactions read a row, then both write it, and both commit. */
    P4("lost update") {
        @Override
        boolean happens(Interleaving run, IsolationRows rows) throws SQLException {
            run.read(1, rows.both());
            run.read(2, rows.both());
            run.execute(1, rows.setFirst(11));
            run.execute(2, rows.setFirst(12));
            run.execute(1, rows.setSecond(21));
            Step one = run.commit(1);
            run.execute(2, rows.setSecond(22));
            Step other = run.commit(2);
            run.finish();
            return one.succeeded() && other.succeeded();
        }
    },
    /** One row is read as it was before a transaction, another as it is after it. */
    G_SINGLE("read skew") {
        @Override
        boolean happens(Interleaving run, IsolationRows rows) throws SQLException {
            Step first = run.read(1, rows.first());
            run.execute(2, rows.setFirst(12));
            run.execute(2, rows.setSecond(18));
            run.commit(2);
            Step second = run.read(1, rows.second());
            run.finish();
            return first.saw(10) && second.saw(18);
        }
    },
    /** Two transactions read both rows, each writes another one, and both commit. */
    G2_ITEM("write skew") {
        @Override
        boolean happens(Interleaving run, IsolationRows rows) throws SQLException {
            run.read(1, rows.both());
            run.read(2, rows.both());
            run.execute(1, rows.setFirst(11));
            run.execute(2, rows.setSecond(21));
            Step one = run.commit(1);
            Step other = run.commit(2);
            run.finish();
            return one.succeeded() && other.succeeded();
        }
    },
    /** The same with rows that were not there when they were looked for. */
    G2("anti-dependency cycle") {
        @Override
        boolean happens(Interleaving run, IsolationRows rows) throws SQLException {
            run.read(1, rows.divisible());
            run.read(2, rows.divisible());
            run.execute(1, rows.insertOneMore(30));
            run.execute(2, rows.insertAnother(42));
            Step one = run.commit(1);
            Step other = run.commit(2);
            run.finish();
            return one.succeeded() && other.succeeded();
        }
    };

    private final String title;

    Anomaly(String title) {
        this.title = title;
    }

    /** In words. */
    public String title() {
        return title;
    }

    /** As papers write it. */
    public String symbol() {
        return switch (this) {
            case G1A -> "G1a";
            case G1B -> "G1b";
            case G1C -> "G1c";
            case G_SINGLE -> "G-single";
            case G2_ITEM -> "G2-item";
            default -> name();
        };
    }

    /** Those that levels above READ COMMITTED are for. */
    public static List<Anomaly> aboveReadCommitted() {
        return List.of(PMP, P4, G_SINGLE, G2_ITEM, G2);
    }

    /** Interleaves transactions, and says whether it came to that. */
    abstract boolean happens(Interleaving run, IsolationRows rows) throws SQLException;
}
