package org.shardingjdbc.testkit.spring;

import jakarta.persistence.Entity;
import jakarta.persistence.FetchType;
import jakarta.persistence.GeneratedValue;
import jakarta.persistence.GenerationType;
import jakarta.persistence.Id;
import jakarta.persistence.JoinColumn;
import jakarta.persistence.ManyToOne;
import jakarta.persistence.Table;

/** An entry of an account, on its data node; its id is generated when it is inserted. */
@Entity
@Table(name = "t_entry")
public class Entry {
    @Id
    @GeneratedValue(strategy = GenerationType.IDENTITY)
    private Long id;

    @ManyToOne(fetch = FetchType.LAZY, optional = false)
    @JoinColumn(name = "account_id")
    private Account account;

    private int amount;

    /** For Hibernate. */
    protected Entry() {}

    Entry(Account account, int amount) {
        this.account = account;
        this.amount = amount;
    }

    Long id() {
        return id;
    }

    int amount() {
        return amount;
    }
}
