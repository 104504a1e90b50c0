package org.shardingjdbc.examples.jpa;

import java.util.List;
import org.springframework.boot.CommandLineRunner;
import org.springframework.boot.SpringApplication;
import org.springframework.boot.autoconfigure.SpringBootApplication;
import org.springframework.dao.OptimisticLockingFailureException;
import org.springframework.data.domain.Page;

/** The tour: opens the shop, reads and writes orders, and prints what it finds. */
@SpringBootApplication
public class ShopApplication implements CommandLineRunner {
    private final Shop shop;

    ShopApplication(Shop shop) {
        this.shop = shop;
    }

    public static void main(String... arguments) {
        SpringApplication.run(ShopApplication.class, arguments).close();
    }

    @Override
    public void run(String... arguments) {
        shop.open();
        title("Page 2 of all orders, by amount");
        Page<Order> page = shop.page(1);
        System.out.printf(
                "page %d of %d, %d orders%n", page.getNumber() + 1, page.getTotalPages(), page.getTotalElements());
        page.forEach(ShopApplication::print);

        title("Derived query: new orders of user 2");
        shop.newOrders(2).forEach(ShopApplication::print);

        title("Fetch join: orders of user 3 with their items");
        for (Order order : shop.withItems(3)) {
            System.out.println(order.amount() + " to " + order.country().name() + ": " + order.items());
        }

        title("A transaction over both data sources");
        shop.pay(1, 2, 3);
        printTotals();

        title("One that fails: user 3 has paid, so user 4 has not");
        try {
            shop.pay(4, 3);
        } catch (IllegalArgumentException e) {
            System.out.println(e.getMessage());
        }
        printTotals();

        title("Two who pay one order: the second is told");
        Order mine = shop.newOrders(5).get(0);
        Order yours = shop.find(mine.id());
        mine.pay();
        yours.pay();
        shop.save(mine);
        try {
            shop.save(yours);
        } catch (OptimisticLockingFailureException e) {
            System.out.println(e.getClass().getSimpleName());
        }

        title("A bulk update");
        System.out.println(shop.send() + " orders sent");
        printTotals();
    }

    private static void title(String text) {
        System.out.println();
        System.out.println(text);
    }

    private static void print(Order order) {
        System.out.println(order.amount() + " by user " + order.userId() + ", " + order.status());
    }

    private void printTotals() {
        List<OrderRepository.Total> totals = shop.totals();
        for (OrderRepository.Total each : totals) {
            System.out.println(each.getOrders() + " " + each.getStatus() + ", " + each.getTotal());
        }
    }
}
