package org.shardingjdbc.examples.boot4;

import jakarta.persistence.Column;
import jakarta.persistence.Entity;
import jakarta.persistence.GeneratedValue;
import jakarta.persistence.GenerationType;
import jakarta.persistence.Id;
import jakarta.persistence.OneToMany;
import jakarta.persistence.Table;
import jakarta.persistence.Version;
import java.util.ArrayList;
import java.util.List;
import org.hibernate.annotations.PartitionKey;

/** An account of an owner, who decides its data source. */
@Entity
@Table(name = "t_account")
public class Account {
    /** Made by the key generator of sharding.yaml. */
    @Id
    @GeneratedValue(strategy = GenerationType.IDENTITY)
    @Column(name = "account_id")
    private Long id;

    @PartitionKey
    @Column(name = "owner_id", updatable = false)
    private int ownerId;

    private int balance;

    @Version
    private int version;

    @OneToMany(mappedBy = "account")
    private List<Booking> bookings = new ArrayList<>();

    /** For Hibernate. */
    protected Account() {}

    Account(int ownerId) {
        this.ownerId = ownerId;
    }

    /** Its own booking, which is still to be persisted. */
    Booking book(long id, int amount) {
        balance += amount;
        return new Booking(id, this, amount);
    }

    Long id() {
        return id;
    }

    int ownerId() {
        return ownerId;
    }

    int balance() {
        return balance;
    }

    int version() {
        return version;
    }

    List<Booking> bookings() {
        return bookings;
    }
}
