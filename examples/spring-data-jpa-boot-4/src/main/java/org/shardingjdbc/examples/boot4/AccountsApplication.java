package org.shardingjdbc.examples.boot4;

import jakarta.persistence.EntityManagerFactory;
import org.hibernate.SessionFactory;
import org.hibernate.stat.Statistics;
import org.springframework.boot.CommandLineRunner;
import org.springframework.boot.SpringApplication;
import org.springframework.boot.autoconfigure.SpringBootApplication;
import org.springframework.dao.OptimisticLockingFailureException;
import org.springframework.dao.PessimisticLockingFailureException;
import org.springframework.data.domain.Page;

/** The tour: books on accounts, reads them, and lets two writers meet. */
@SpringBootApplication
public class AccountsApplication implements CommandLineRunner {
    private final Accounts accounts;
    private final Statistics statistics;

    AccountsApplication(Accounts accounts, EntityManagerFactory factory) {
        this.accounts = accounts;
        this.statistics = factory.unwrap(SessionFactory.class).getStatistics();
    }

    public static void main(String... arguments) {
        SpringApplication.run(AccountsApplication.class, arguments).close();
    }

    @Override
    public void run(String... arguments) {
        accounts.open(12);
        title("36 bookings on 12 accounts");
        statistics.clear();
        accounts.book();
        System.out.println(statistics.getEntityInsertCount() + " entities inserted, "
                + statistics.getEntityUpdateCount() + " updated, by "
                + statistics.getPrepareStatementCount() + " prepared statements");

        title("Page 2 of the accounts with more than 12");
        Page<Account> page = accounts.page(12, 1);
        System.out.printf(
                "page %d of %d, %d accounts%n", page.getNumber() + 1, page.getTotalPages(), page.getTotalElements());
        page.forEach(account -> System.out.println(account.balance() + " of owner " + account.ownerId()));

        title("Fetch join: accounts with a booking above 21");
        for (Account account : accounts.withBookingsAbove(21)) {
            System.out.println("owner " + account.ownerId() + ": "
                    + account.bookings().stream().map(Booking::amount).toList());
        }
        locks();
        versions();
    }

    private void locks() {
        title("Owner 3 is locked; who wants to lock owner 3 too is told at once");
        for (int owner = 3; owner <= 4; owner++) {
            int mine = owner;
            accounts.locked(3, () -> {
                try {
                    accounts.lock(mine);
                    System.out.println("owner " + mine + ": locked");
                } catch (PessimisticLockingFailureException e) {
                    System.out.println("owner " + mine + ": somebody else has it");
                }
            });
        }
    }

    private void versions() {
        title("Two write one account: the second is told");
        Account mine = accounts.of(5);
        Account yours = accounts.of(5);
        mine.book(0, 1);
        yours.book(0, 2);
        accounts.save(mine);
        try {
            accounts.save(yours);
        } catch (OptimisticLockingFailureException e) {
            System.out.println(e.getClass().getSimpleName());
        }
        Account written = accounts.of(5);
        System.out.println("balance " + written.balance() + " in version " + written.version());
    }

    private static void title(String text) {
        System.out.println();
        System.out.println(text);
    }
}
