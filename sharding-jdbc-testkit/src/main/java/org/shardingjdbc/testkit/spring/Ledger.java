package org.shardingjdbc.testkit.spring;

import jakarta.persistence.EntityManager;
import jakarta.persistence.LockModeType;
import jakarta.persistence.PersistenceContext;
import java.util.List;
import org.springframework.transaction.annotation.Isolation;
import org.springframework.transaction.annotation.Propagation;
import org.springframework.transaction.annotation.Transactional;

/** What an application writes with JPA. */
@Transactional
public class Ledger {
    @PersistenceContext
    private EntityManager entities;

    /** Accounts from 0 on, with the same balance. */
    public void open(int count, int balance) {
        for (int id = 0; id < count; id++) {
            entities.persist(new Account(id, balance));
        }
    }

    /** Removes all accounts and entries. */
    public void clear() {
        entities.createQuery("delete from Entry").executeUpdate();
        entities.createQuery("delete from Account").executeUpdate();
    }

    /** Changes entities, which are written when the transaction commits. */
    public void transfer(int from, int to, int amount) {
        move(from, -amount);
        move(to, amount);
    }

    /** A runtime exception after the changes were sent: they are rolled back. */
    public void transferAndFail(int from, int to) {
        transfer(from, to, 10);
        entities.flush();
        throw new IllegalStateException("after the transfer");
    }

    private Long move(int account, int amount) {
        Account found = entities.find(Account.class, account);
        found.add(amount);
        Entry entry = new Entry(found, amount);
        entities.persist(entry);
        return entry.id();
    }

    /** Returns the id that was generated. */
    public Long enter(int account, int amount) {
        return move(account, amount);
    }

    /** Transfers, and then has a task run. */
    public void around(int from, int to, Runnable task) {
        transfer(from, to, 10);
        task.run();
    }

    /** In a transaction of its own; fails for a negative amount. */
    @Transactional(propagation = Propagation.REQUIRES_NEW)
    public void apart(int account, int amount) {
        move(account, amount);
        if (amount < 0) {
            throw new IllegalArgumentException("negative");
        }
    }

    /** Rows locked until the end; then what is there is doubled. */
    public void doubleLocked(int account) {
        Account found = entities.find(Account.class, account, LockModeType.PESSIMISTIC_WRITE);
        found.add(found.balance());
    }

    /** Changes an account by somebody else's transaction while this one has an older version of it. */
    public void change(int account, Runnable between) {
        Account found = entities.find(Account.class, account);
        between.run();
        found.add(1);
    }

    /** What is on an account. */
    @Transactional(readOnly = true)
    public int balance(int account) {
        return entities.find(Account.class, account).balance();
    }

    /** What is on all accounts. */
    @Transactional(readOnly = true)
    public long sum() {
        return entities.createQuery("select sum(a.balance) from Account a", Long.class)
                .getSingleResult();
    }

    /** The balances of some accounts, the highest ids first. */
    @Transactional(readOnly = true)
    public List<Integer> page(int first, int count) {
        return entities
                .createQuery("select a from Account a order by a.id desc", Account.class)
                .setFirstResult(first)
                .setMaxResults(count)
                .getResultList()
                .stream()
                .map(Account::balance)
                .toList();
    }

    /** How many entries all accounts have, by one query. */
    @Transactional(readOnly = true)
    public int entries() {
        return entities
                .createQuery("select distinct a from Account a left join fetch a.entries", Account.class)
                .getResultList()
                .stream()
                .mapToInt(account -> account.entries().size())
                .sum();
    }

    /** The amount of an entry. */
    @Transactional(readOnly = true)
    public int amount(Long entry) {
        return entities.find(Entry.class, entry).amount();
    }

    /** Adds to all accounts that are not empty, by one UPDATE; returns how many. */
    public int raiseAll(int amount) {
        return entities.createQuery("update Account a set a.balance = a.balance + :amount where a.balance > 0")
                .setParameter("amount", amount)
                .executeUpdate();
    }

    /** Removes an account. */
    public void remove(int account) {
        entities.remove(entities.find(Account.class, account));
    }

    /** Transfers one, serializable and with a time-out. */
    @Transactional(isolation = Isolation.SERIALIZABLE, timeout = 30)
    public void transferSerializable(int from, int to) {
        transfer(from, to, 1);
    }
}
