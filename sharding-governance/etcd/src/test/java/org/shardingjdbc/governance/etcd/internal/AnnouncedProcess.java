package org.shardingjdbc.governance.etcd.internal;

import org.shardingjdbc.governance.Repository;

/** Announces itself by its process id at the server that its argument names, until it is killed. */
final class AnnouncedProcess {
    static final String NAMESPACE = "process";

    /** What it says when it is announced. */
    static final String READY = "ready";

    private AnnouncedProcess() {}

    public static void main(String[] arguments) throws InterruptedException {
        try (Repository repository = EtcdRepositoryTest.open(NAMESPACE, arguments[0])) {
            repository.announce("instances/" + ProcessHandle.current().pid(), "here");
            System.out.println(READY);
            Thread.currentThread().join();
        }
    }
}
