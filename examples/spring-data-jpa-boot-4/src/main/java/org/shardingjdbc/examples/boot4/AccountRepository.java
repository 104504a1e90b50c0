package org.shardingjdbc.examples.boot4;

import jakarta.persistence.LockModeType;
import jakarta.persistence.QueryHint;
import java.util.List;
import org.springframework.data.domain.Page;
import org.springframework.data.domain.Pageable;
import org.springframework.data.jpa.repository.JpaRepository;
import org.springframework.data.jpa.repository.Lock;
import org.springframework.data.jpa.repository.Query;
import org.springframework.data.jpa.repository.QueryHints;

/** The accounts, as any repository of Spring Data. */
interface AccountRepository extends JpaRepository<Account, Long> {
    /** All data nodes; a page of each is merged, and the counts are added up. */
    Page<Account> findByBalanceGreaterThan(int balance, Pageable page);

    /** Joined inside each data node, as {@code t_booking} is bound to {@code t_account}. */
    @Query("select a from Account a join fetch a.bookings b where b.amount > :amount order by a.ownerId, b.amount desc")
    List<Account> withBookingsAbove(int amount);

    /** Locks the rows of one data source, or throws at once when somebody else has. */
    @Lock(LockModeType.PESSIMISTIC_WRITE)
    @QueryHints(@QueryHint(name = "jakarta.persistence.lock.timeout", value = "0"))
    List<Account> findLockedByOwnerId(int ownerId);

    List<Account> findByOwnerId(int ownerId);
}
