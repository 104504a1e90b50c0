package org.shardingjdbc.examples.jpa;

import jakarta.persistence.Column;
import jakarta.persistence.Entity;
import jakarta.persistence.FetchType;
import jakarta.persistence.GeneratedValue;
import jakarta.persistence.GenerationType;
import jakarta.persistence.Id;
import jakarta.persistence.JoinColumn;
import jakarta.persistence.ManyToOne;
import jakarta.persistence.Table;
import org.hibernate.annotations.PartitionKey;

/** A product in an order, on the order's data node: it has the order's user. */
@Entity
@Table(name = "t_order_item")
public class OrderItem {
    @Id
    @GeneratedValue(strategy = GenerationType.IDENTITY)
    @Column(name = "item_id")
    private Long id;

    @ManyToOne(fetch = FetchType.LAZY, optional = false)
    @JoinColumn(name = "order_id", updatable = false)
    private Order order;

    @PartitionKey
    @Column(name = "user_id", updatable = false)
    private int userId;

    private String product;

    private int quantity;

    /** For Hibernate. */
    protected OrderItem() {}

    OrderItem(Order order, String product, int quantity) {
        this.order = order;
        this.userId = order.userId();
        this.product = product;
        this.quantity = quantity;
    }

    @Override
    public String toString() {
        return quantity + " " + product;
    }
}
