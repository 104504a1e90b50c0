package org.shardingjdbc.examples.boot4;

import jakarta.persistence.Column;
import jakarta.persistence.ConstraintMode;
import jakarta.persistence.Entity;
import jakarta.persistence.FetchType;
import jakarta.persistence.ForeignKey;
import jakarta.persistence.Id;
import jakarta.persistence.JoinColumn;
import jakarta.persistence.ManyToOne;
import jakarta.persistence.Table;
import org.hibernate.annotations.PartitionKey;

/** An amount, on the data node of its account. Its id is the application's, so Hibernate writes many in one batch. */
@Entity
@Table(name = "t_booking")
public class Booking {
    @Id
    @Column(name = "booking_id")
    private long id;

    /**
     * Without a foreign key: Hibernate 7 adds the partition key to the primary key of accounts, and one of the id no
     * longer fits.
     */
    @ManyToOne(fetch = FetchType.LAZY, optional = false)
    @JoinColumn(name = "account_id", updatable = false, foreignKey = @ForeignKey(ConstraintMode.NO_CONSTRAINT))
    private Account account;

    @PartitionKey
    @Column(name = "owner_id", updatable = false)
    private int ownerId;

    private int amount;

    /** For Hibernate. */
    protected Booking() {}

    Booking(long id, Account account, int amount) {
        this.id = id;
        this.account = account;
        this.ownerId = account.ownerId();
        this.amount = amount;
    }

    int amount() {
        return amount;
    }
}
