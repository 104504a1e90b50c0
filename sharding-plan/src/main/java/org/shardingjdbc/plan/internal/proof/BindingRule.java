package org.shardingjdbc.plan.internal.proof;

import java.util.List;
import org.shardingjdbc.parser.internal.ast.TableReference;
import org.shardingjdbc.route.internal.bind.AlignmentClass;
import org.shardingjdbc.route.internal.bind.BoundStatement;

/**
 * Rows of binding tables, or of one table twice, that have equal values of all sharding columns are on one data node.
 * That two sides meet so, by conditions or USING, was found as the statement was bound: both are of one alignment class
 * then, and are routed together. Those that do not are no statement for one route: they are refused there, or each pair
 * of their data nodes is a unit.
 *
 * <pre>
 * t_order o JOIN t_order_item i ON i.user_id = o.user_id      t_order_0 o JOIN t_order_item_0 i ON ..., and so on
 * t_order o JOIN t_order_item i ON i.order_id = o.order_id    not by this rule: an item may be anywhere
 * </pre>
 */
record BindingRule(BoundStatement bound) {
    /** Of sides that are both divided among the data nodes. */
    Verdict of(List<TableReference> left, TableReference right) {
        List<AlignmentClass> classes = bound.classes();
        if (classes.size() != 1) {
            return Verdict.NOTHING;
        }
        String on = String.join(", ", classes.get(0).table().shardingColumns());
        String with =
                String.join(", ", JoinRule.names(left)) + " and " + String.join(", ", JoinRule.names(List.of(right)));
        return Verdict.proved("binding tables", with + " meet on " + on);
    }
}
