package org.shardingjdbc.examples.mybatis;

import java.util.ArrayList;
import java.util.List;
import org.springframework.stereotype.Service;
import org.springframework.transaction.annotation.Transactional;

/** What the shop writes, each in a transaction. */
@Service
@Transactional
public class Shop {
    private static final String[] PRODUCTS = {"Chair", "Clock", "Lamp", "Table"};

    private final OrderMapper orders;
    private final ItemMapper items;

    Shop(OrderMapper orders, ItemMapper items) {
        this.orders = orders;
        this.items = items;
    }

    /** Two orders each of six users, with two items each. */
    void open() {
        List<Order> twelve = new ArrayList<>();
        for (int i = 0; i < 12; i++) {
            twelve.add(new Order(1 + i % 6, (7 + i * 5 % 12) + ".50"));
        }
        orders.insertAll(twelve);
        List<Item> all = new ArrayList<>();
        for (int i = 0; i < 12; i++) {
            all.add(new Item(twelve.get(i), PRODUCTS[i % 4], 1));
            all.add(new Item(twelve.get(i), PRODUCTS[(i + 1) % 4], 2));
        }
        items.insert(all);
    }

    /** Pays all orders of these users, in one transaction. */
    void pay(int... userIds) {
        for (int userId : userIds) {
            if (orders.pay(userId) == 0) {
                throw new IllegalArgumentException("User " + userId + " has nothing to pay");
            }
        }
    }
}
