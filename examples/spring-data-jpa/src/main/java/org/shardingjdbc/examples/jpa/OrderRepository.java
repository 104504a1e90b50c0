package org.shardingjdbc.examples.jpa;

import java.math.BigDecimal;
import java.util.List;
import org.springframework.data.jpa.repository.JpaRepository;
import org.springframework.data.jpa.repository.Modifying;
import org.springframework.data.jpa.repository.Query;

/** The orders, as any repository of Spring Data. */
interface OrderRepository extends JpaRepository<Order, Long> {
    /** One data source: the user is known. */
    List<Order> findByUserIdAndStatusOrderByAmountDesc(int userId, String status);

    /** Orders and items joined inside each data node, as {@code t_order_item} is bound to {@code t_order}. */
    @Query(
            "select o from Order o join fetch o.items i join fetch o.country where o.userId = :userId order by o.amount, i.product")
    List<Order> withItems(int userId);

    /** All data nodes; the sums are added up. */
    @Query(
            "select o.status as status, count(o) as orders, sum(o.amount) as total from Order o group by o.status order by o.status")
    List<Total> totals();

    /** All data nodes. */
    @Modifying
    @Query("update Order o set o.status = 'SENT', o.version = o.version + 1 where o.status = 'PAID'")
    int send();

    /** Orders of one status. */
    interface Total {
        String getStatus();

        long getOrders();

        BigDecimal getTotal();
    }
}
