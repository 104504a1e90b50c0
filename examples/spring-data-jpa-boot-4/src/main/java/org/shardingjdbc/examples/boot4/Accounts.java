package org.shardingjdbc.examples.boot4;

import jakarta.persistence.EntityManager;
import java.util.List;
import org.springframework.data.domain.Page;
import org.springframework.data.domain.PageRequest;
import org.springframework.data.domain.Sort;
import org.springframework.stereotype.Service;
import org.springframework.transaction.annotation.Propagation;
import org.springframework.transaction.annotation.Transactional;

/** What is done with accounts, each in a transaction. */
@Service
@Transactional
public class Accounts {
    private static final int BOOKINGS = 3;

    private final AccountRepository accounts;
    private final EntityManager entities;

    Accounts(AccountRepository accounts, EntityManager entities) {
        this.accounts = accounts;
        this.entities = entities;
    }

    /** One account for each owner from 1. */
    void open(int owners) {
        for (int owner = 1; owner <= owners; owner++) {
            accounts.save(new Account(owner));
        }
    }

    /** Three bookings on each account, in both data sources. */
    void book() {
        long id = 0;
        for (Account account : accounts.findAll(Sort.by("ownerId"))) {
            for (int i = 1; i <= BOOKINGS; i++) {
                entities.persist(account.book(++id, account.ownerId() * i));
            }
        }
    }

    /** Page {@code number}, from 0, of four accounts with more than {@code balance}. */
    Page<Account> page(int balance, int number) {
        return accounts.findByBalanceGreaterThan(
                balance, PageRequest.of(number, 4, Sort.by("balance").descending()));
    }

    List<Account> withBookingsAbove(int amount) {
        return accounts.withBookingsAbove(amount);
    }

    /** Locks an owner's accounts, runs something, then ends the transaction. */
    void locked(int ownerId, Runnable meanwhile) {
        accounts.findLockedByOwnerId(ownerId);
        meanwhile.run();
    }

    /** In another transaction, whatever runs here. */
    @Transactional(propagation = Propagation.REQUIRES_NEW)
    void lock(int ownerId) {
        accounts.findLockedByOwnerId(ownerId);
    }

    Account of(int ownerId) {
        return accounts.findByOwnerId(ownerId).get(0);
    }

    /** Writes an account that was read in another transaction. */
    void save(Account account) {
        accounts.save(account);
    }
}
