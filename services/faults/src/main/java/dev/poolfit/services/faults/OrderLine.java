package dev.poolfit.services.faults;

import jakarta.persistence.Entity;
import jakarta.persistence.FetchType;
import jakarta.persistence.Id;
import jakarta.persistence.ManyToOne;

/** One item of a purchase. */
@Entity
class OrderLine {
    @Id
    private int id;

    private int purchaseId;

    @ManyToOne(fetch = FetchType.LAZY)
    private Item item;

    Item getItem() {
        return item;
    }

    int getPurchaseId() {
        return purchaseId;
    }

    int getId() {
        return id;
    }
}
