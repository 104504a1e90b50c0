package org.shardingjdbc.examples.jpa;

import jakarta.persistence.CascadeType;
import jakarta.persistence.Column;
import jakarta.persistence.Entity;
import jakarta.persistence.FetchType;
import jakarta.persistence.GeneratedValue;
import jakarta.persistence.GenerationType;
import jakarta.persistence.Id;
import jakarta.persistence.JoinColumn;
import jakarta.persistence.ManyToOne;
import jakarta.persistence.OneToMany;
import jakarta.persistence.Table;
import jakarta.persistence.Version;
import java.math.BigDecimal;
import java.util.ArrayList;
import java.util.List;
import org.hibernate.annotations.PartitionKey;

/** An order of a user. */
@Entity
@Table(name = "t_order")
public class Order {
    /** Made by the key generator of sharding.yaml. */
    @Id
    @GeneratedValue(strategy = GenerationType.IDENTITY)
    @Column(name = "order_id")
    private Long id;

    /** The sharding column: never updated, and part of the WHERE of each UPDATE and DELETE of an order. */
    @PartitionKey
    @Column(name = "user_id", updatable = false)
    private int userId;

    private String status = "NEW";

    private BigDecimal amount;

    @Version
    private int version;

    @ManyToOne(fetch = FetchType.LAZY)
    @JoinColumn(name = "country")
    private Country country;

    @OneToMany(mappedBy = "order", cascade = CascadeType.ALL)
    private List<OrderItem> items = new ArrayList<>();

    /** For Hibernate. */
    protected Order() {}

    Order(int userId, Country country, String amount) {
        this.userId = userId;
        this.country = country;
        this.amount = new BigDecimal(amount);
    }

    Order with(String product, int quantity) {
        items.add(new OrderItem(this, product, quantity));
        return this;
    }

    void pay() {
        status = "PAID";
    }

    Long id() {
        return id;
    }

    int userId() {
        return userId;
    }

    String status() {
        return status;
    }

    BigDecimal amount() {
        return amount;
    }

    Country country() {
        return country;
    }

    List<OrderItem> items() {
        return items;
    }
}
