package org.shardingjdbc.examples.jpa;

import jakarta.persistence.EntityManager;
import java.util.List;
import org.springframework.data.domain.Page;
import org.springframework.data.domain.PageRequest;
import org.springframework.data.domain.Sort;
import org.springframework.stereotype.Service;
import org.springframework.transaction.annotation.Transactional;

/** What the shop does, each in a transaction. */
@Service
@Transactional
public class Shop {
    private static final String[] PRODUCTS = {"Chair", "Clock", "Lamp", "Table"};

    private final OrderRepository orders;
    private final EntityManager entities;

    Shop(OrderRepository orders, EntityManager entities) {
        this.orders = orders;
        this.entities = entities;
    }

    /** Two countries, and two orders each of six users. */
    void open() {
        Country france = new Country("FR", "France");
        Country peru = new Country("PE", "Peru");
        entities.persist(france);
        entities.persist(peru);
        for (int i = 0; i < 12; i++) {
            Order order = new Order(1 + i % 6, i % 3 == 0 ? peru : france, (7 + i * 5 % 12) + ".50");
            orders.save(order.with(PRODUCTS[i % 4], 1).with(PRODUCTS[(i + 1) % 4], 2));
        }
    }

    /** Page {@code number}, from 0, of three orders each, the most expensive first. */
    Page<Order> page(int number) {
        return orders.findAll(
                PageRequest.of(number, 3, Sort.by("amount").descending().and(Sort.by("id"))));
    }

    List<Order> newOrders(int userId) {
        return orders.findByUserIdAndStatusOrderByAmountDesc(userId, "NEW");
    }

    List<Order> withItems(int userId) {
        return orders.withItems(userId);
    }

    List<OrderRepository.Total> totals() {
        return orders.totals();
    }

    Order find(long id) {
        return orders.findById(id).orElseThrow();
    }

    /** Pays all orders of these users, in one transaction. */
    void pay(int... userIds) {
        for (int userId : userIds) {
            List<Order> found = newOrders(userId);
            if (found.isEmpty()) {
                throw new IllegalArgumentException("User " + userId + " has nothing to pay");
            }
            found.forEach(Order::pay);
            entities.flush();
        }
    }

    /** Writes an order that was read in another transaction. */
    void save(Order order) {
        orders.save(order);
    }

    int send() {
        return orders.send();
    }
}
