package org.shardingjdbc.engine.internal.statement.step;

import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.BitSet;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import org.shardingjdbc.dialect.internal.ValueForm;
import org.shardingjdbc.engine.internal.parameter.Parameters;
import org.shardingjdbc.engine.internal.session.Session;
import org.shardingjdbc.engine.internal.statement.step.outer.OuterStatement;
import org.shardingjdbc.engine.internal.statement.step.outer.StepStatement;
import org.shardingjdbc.engine.internal.value.CopiedValue;
import org.shardingjdbc.engine.internal.value.ValueCopier;
import org.shardingjdbc.error.ErrorCode;
import org.shardingjdbc.error.ShardingException;
import org.shardingjdbc.plan.internal.nested.NestedStatement;
import org.shardingjdbc.plan.internal.operator.LookUpFirst;
import org.shardingjdbc.plan.internal.operator.ShardPlan;
import org.shardingjdbc.plan.internal.syntax.StatementClass;

/**
 * Executes a statement where a look-up says that its rows are. A value that no row can have stands for no row. Where
 * the look-up has too many entries, or gives no answer, all data nodes are asked. A write and its look-up are one
 * transaction. One per execution, used by one thread.
 */
final class LookedUpRows {
    private final OuterStatement outer;
    private final LookUpFirst steps;
    /** Each entry once. */
    private final Set<List<CopiedValue>> found = new LinkedHashSet<>();

    private List<ValueForm> forms = List.of();
    private boolean told = true;

    LookedUpRows(OuterStatement outer, LookUpFirst steps) {
        this.outer = outer;
        this.steps = steps;
    }

    void run() throws SQLException {
        Session session = outer.session();
        boolean writes = ((ShardPlan) outer.deployed().plan()).statementClass() == StatementClass.WRITE;
        if (writes && !session.transactions().isOpen()) {
            session.asOne(this::inTurn);
        } else {
            inTurn();
        }
    }

    private Void inTurn() throws SQLException {
        int most = outer.deployed().deployment().props().maxBoundValues();
        find(most);
        if (told && (long) found.size() * steps.lookUp().gives().size() <= most) {
            List<List<CopiedValue>> rows = padded(most);
            NestedStatement rest = steps.rests().of(rows.size(), rows.isEmpty() ? List.of() : forms);
            try {
                outer.executeAs(outer.session().plans().plan(rest), parameters(rest, rows));
                return null;
            } catch (ShardingException e) {
                // a value was looked up that no sharding algorithm places, so no row has it
                if (e.code() != ErrorCode.SHARDING_TARGET_UNKNOWN) {
                    throw e;
                }
            }
        }
        outer.executeAs(outer.deployed().by(steps.otherwise()), outer.given());
        return null;
    }

    private void find(int most) throws SQLException {
        try (StepStatement query = outer.prepare(steps.entries(), List.of());
                ResultSet rows = query.query()) {
            ValueCopier copier = new ValueCopier(rows.getMetaData(), outer.dialect(), new BitSet());
            forms = new ArrayList<>();
            for (int i = 0; i < copier.width(); i++) {
                forms.add(copier.form(i));
            }
            while (told && found.size() <= most && rows.next()) {
                List<CopiedValue> row = Arrays.asList(copier.row(rows));
                told = row.stream().noneMatch(value -> value.value() == null);
                found.add(row);
            }
        }
    }

    /** The entries, padded so that there are few different texts, whose plans are cached. */
    private List<List<CopiedValue>> padded(int most) {
        List<List<CopiedValue>> rows = new ArrayList<>(found);
        int width = steps.lookUp().gives().size();
        int wanted = Math.min(Integer.highestOneBit(Math.max(1, 2 * rows.size() - 1)), most / width);
        while (!rows.isEmpty() && rows.size() < wanted) {
            rows.add(rows.get(rows.size() - 1));
        }
        return rows;
    }

    private Parameters parameters(NestedStatement rest, List<List<CopiedValue>> rows) {
        List<CopiedValue> own = new ArrayList<>();
        rows.forEach(own::addAll);
        int[] sources = rest.sources();
        Parameters all = new Parameters(sources.length);
        for (int i = 0; i < sources.length; i++) {
            if (sources[i] >= 0) {
                all.take(i, outer.ownParameters(), sources[i]);
            } else {
                own.get(-1 - sources[i]).set(all, i + 1);
            }
        }
        return all;
    }
}
