package org.shardingjdbc.examples.mybatis;

import com.baomidou.mybatisplus.core.toolkit.Wrappers;
import com.baomidou.mybatisplus.extension.plugins.MybatisPlusInterceptor;
import com.baomidou.mybatisplus.extension.plugins.inner.OptimisticLockerInnerInterceptor;
import com.baomidou.mybatisplus.extension.plugins.inner.PaginationInnerInterceptor;
import com.baomidou.mybatisplus.extension.plugins.pagination.Page;
import com.github.pagehelper.PageHelper;
import com.github.pagehelper.PageInfo;
import com.github.pagehelper.PageInterceptor;
import java.util.List;
import java.util.Map;
import org.springframework.boot.CommandLineRunner;
import org.springframework.boot.SpringApplication;
import org.springframework.boot.autoconfigure.SpringBootApplication;
import org.springframework.context.annotation.Bean;

/** The tour: opens the shop, reads and writes orders and items, and prints what it finds. */
@SpringBootApplication(proxyBeanMethods = false)
public class ShopApplication {
    public static void main(String... arguments) {
        SpringApplication.run(ShopApplication.class, arguments).close();
    }

    /** PageHelper, for mappers in XML. */
    @Bean
    PageInterceptor pageHelper() {
        return new PageInterceptor();
    }

    /** Pages and versions of MyBatis-Plus. */
    @Bean
    MybatisPlusInterceptor mybatisPlus() {
        MybatisPlusInterceptor interceptor = new MybatisPlusInterceptor();
        interceptor.addInnerInterceptor(new OptimisticLockerInnerInterceptor());
        interceptor.addInnerInterceptor(new PaginationInnerInterceptor());
        return interceptor;
    }

    @Bean
    CommandLineRunner tour(Shop shop, OrderMapper orders, ItemMapper items) {
        return arguments -> {
            shop.open();
            title("Dynamic SQL: new orders of users 2 and 5");
            orders.find(List.of(2, 5), "NEW").forEach(System.out::println);

            title("PageHelper: page 2 of all orders");
            PageInfo<Order> page = PageHelper.startPage(2, 3).doSelectPageInfo(() -> orders.find(List.of(), null));
            System.out.printf("page %d of %d, %d orders%n", page.getPageNum(), page.getPages(), page.getTotal());
            page.getList().forEach(System.out::println);

            title("A nested result: orders of user 3 with their items");
            for (Order order : orders.withItems(3)) {
                System.out.println(order.amount() + ": " + order.items());
            }

            title("A transaction over both data sources, and one that fails");
            shop.pay(1, 2, 3);
            print(orders.totals());
            try {
                shop.pay(4, 3);
            } catch (IllegalArgumentException e) {
                System.out.println(e.getMessage());
            }
            print(orders.totals());

            title("MyBatis-Plus: a page of the items of user 4");
            Page<Item> found = items.selectPage(
                    new Page<>(1, 3),
                    Wrappers.lambdaQuery(Item.class)
                            .eq(Item::getUserId, 4)
                            .orderByAsc(Item::getQuantity, Item::getProduct));
            System.out.println(found.getRecords() + " of " + found.getTotal());

            title("MyBatis-Plus: two who change one item; the second changes nothing");
            Item mine = found.getRecords().get(0);
            Item yours = items.selectById(mine.getItemId());
            mine.setQuantity(5);
            yours.setQuantity(6);
            System.out.println(items.updateById(mine) + ", then " + items.updateById(yours));
        };
    }

    private static void title(String text) {
        System.out.println();
        System.out.println(text);
    }

    private static void print(List<Map<String, Object>> totals) {
        for (Map<String, Object> each : totals) {
            System.out.println(each.get("orders") + " " + each.get("status") + ", " + each.get("total"));
        }
    }
}
