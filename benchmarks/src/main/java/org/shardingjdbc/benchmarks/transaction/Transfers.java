package org.shardingjdbc.benchmarks.transaction;

import java.util.SplittableRandom;
import java.util.concurrent.TimeUnit;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.BenchmarkMode;
import org.openjdk.jmh.annotations.Fork;
import org.openjdk.jmh.annotations.Level;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.annotations.OutputTimeUnit;
import org.openjdk.jmh.annotations.Param;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;
import org.openjdk.jmh.annotations.TearDown;

/** Transactions of two updates, by each party, on the servers that a system property names. */
@State(Scope.Benchmark)
@BenchmarkMode(Mode.Throughput)
@OutputTimeUnit(TimeUnit.SECONDS)
@Fork(1)
public class Transfers {
    private static final int CONNECTIONS = 36;

    @Param
    private Party party;

    private Bank bank;

    /** A thread's own teller. */
    @State(Scope.Thread)
    public static class OfThread {
        private final SplittableRandom random = new SplittableRandom();
        private Teller teller;

        @Setup(Level.Trial)
        public void open(Transfers transfers) throws Exception {
            teller = transfers.bank.teller();
        }

        @TearDown(Level.Trial)
        public void close() throws Exception {
            teller.close();
        }

        /** In the first data source. */
        private long account() {
            return (long) random.nextInt(Servers.ACCOUNTS) * Servers.COUNT;
        }
    }

    @Setup(Level.Trial)
    public void open() throws Exception {
        bank = party.open(CONNECTIONS);
    }

    @TearDown(Level.Trial)
    public void close() throws Exception {
        bank.close();
    }

    /** From one data source to the other. */
    @Benchmark
    public void overTwo(OfThread own) throws Exception {
        own.teller.transfer(own.account(), own.account() + 1);
    }

    /**
     * Within a data source; the accounts are asked for in the order of their numbers, so that nobody waits for ever.
     */
    @Benchmark
    public void withinOne(OfThread own) throws Exception {
        long one = own.account();
        long other = own.account();
        own.teller.transfer(Math.min(one, other), Math.max(one, other));
    }
}
