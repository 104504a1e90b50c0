package org.shardingjdbc.testkit.spring;

import jakarta.persistence.Entity;
import jakarta.persistence.Id;
import jakarta.persistence.OneToMany;
import jakarta.persistence.Table;
import jakarta.persistence.Version;
import java.util.ArrayList;
import java.util.List;

/** An account, sharded by its id, with its entries beside it. */
@Entity
@Table(name = "t_account")
public class Account {
    @Id
    private int id;

    private int balance;

    @Version
    private int version;

    @OneToMany(mappedBy = "account")
    private List<Entry> entries = new ArrayList<>();

    /** For Hibernate. */
    protected Account() {}

    Account(int id, int balance) {
        this.id = id;
        this.balance = balance;
    }

    int balance() {
        return balance;
    }

    int version() {
        return version;
    }

    List<Entry> entries() {
        return entries;
    }

    void add(int amount) {
        balance += amount;
    }
}
