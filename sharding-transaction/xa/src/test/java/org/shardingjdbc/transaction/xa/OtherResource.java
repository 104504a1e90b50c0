package org.shardingjdbc.transaction.xa;

import com.atomikos.datasource.xa.XATransactionalResource;
import com.atomikos.icatch.config.Configuration;
import javax.transaction.xa.XAResource;

/** A resource of the application's own, which Atomikos wants to know before it is enlisted. */
final class OtherResource extends XATransactionalResource {
    private final XAResource resource;

    private OtherResource(XAResource resource) {
        super("other");
        this.resource = resource;
    }

    static OtherResource add(XAResource resource) {
        OtherResource added = new OtherResource(resource);
        Configuration.addResource(added);
        return added;
    }

    void remove() {
        Configuration.removeResource(getName());
    }

    @Override
    public boolean usesXAResource(XAResource other) {
        return other == resource;
    }

    @Override
    protected XAResource refreshXAConnection() {
        return resource;
    }
}
