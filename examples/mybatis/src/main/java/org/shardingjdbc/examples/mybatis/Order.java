package org.shardingjdbc.examples.mybatis;

import java.math.BigDecimal;
import java.util.ArrayList;
import java.util.List;

/** An order of a user; MyBatis sets its fields. */
public class Order {
    private Long orderId;
    private int userId;
    private String status;
    private BigDecimal amount;
    private List<Item> items = new ArrayList<>();

    /** For MyBatis. */
    protected Order() {}

    Order(int userId, String amount) {
        this.userId = userId;
        this.status = "NEW";
        this.amount = new BigDecimal(amount);
    }

    Long orderId() {
        return orderId;
    }

    int userId() {
        return userId;
    }

    BigDecimal amount() {
        return amount;
    }

    List<Item> items() {
        return items;
    }

    @Override
    public String toString() {
        return amount + " by user " + userId + ", " + status;
    }
}
