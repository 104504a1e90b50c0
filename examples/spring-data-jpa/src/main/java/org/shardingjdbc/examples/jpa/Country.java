package org.shardingjdbc.examples.jpa;

import jakarta.persistence.Column;
import jakarta.persistence.Entity;
import jakarta.persistence.Id;
import jakarta.persistence.Table;

/** A country, in every data source. */
@Entity
@Table(name = "t_country")
public class Country {
    @Id
    @Column(length = 2)
    private String code;

    private String name;

    /** For Hibernate. */
    protected Country() {}

    Country(String code, String name) {
        this.code = code;
        this.name = name;
    }

    String name() {
        return name;
    }
}
