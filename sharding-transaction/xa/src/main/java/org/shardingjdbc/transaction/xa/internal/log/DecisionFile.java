package org.shardingjdbc.transaction.xa.internal.log;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.channels.FileLock;
import java.nio.channels.OverlappingFileLockException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.locks.LockSupport;
import java.util.concurrent.locks.ReentrantLock;
import org.shardingjdbc.transaction.xa.internal.DecisionUnknownException;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The decisions of one process in a file, which outlives it. Those that wait while some are forced to disk are forced
 * together, as one {@link DecisionFrame}. When the file is full, those that are not forgotten are written into a new
 * one, which then takes its place. What could not be written is first in the next file, so that it is known again as
 * soon as the disk is. Safe for all threads; locked against other processes.
 */
public final class DecisionFile implements AutoCloseable {
    private static final Logger LOG = LoggerFactory.getLogger(DecisionFile.class);

    /** Written with zeros beforehand: what is forced has no new length then, which costs less. */
    private static final int CAPACITY = 1 << 20;

    private final Path path;
    private final FileChannel lockFile;
    private final ConcurrentLinkedQueue<Waiting> queue = new ConcurrentLinkedQueue<>();
    private final ReentrantLock lock = new ReentrantLock();
    /** Guarded by the lock, as all that follows: by transaction, what is in the file and not forgotten. */
    private final Map<String, String> kept;
    /** Of which nobody knows whether they are in the file. */
    private final List<Waiting> unknown = new ArrayList<>();

    /** Null while there is none that can be written. */
    private FileChannel channel;

    private int capacity;
    private boolean closed;

    /** As {@link Waiting} says when its first try is over. */
    private record FirstTry(boolean over, IOException failure) {}

    private static final class Waiting {
        final BranchDecision decision;
        /** Parked until it is answered, or nobody else writes; null where nobody waits. */
        final Thread thread;
        /** Null until its first try is over; what becomes of it later does not change it. */
        volatile FirstTry answer;
        /** Whether it is in the file, or will never be. */
        boolean over;

        IOException failure;

        Waiting(BranchDecision decision, Thread thread) {
            this.decision = decision;
            this.thread = thread;
        }
    }

    private DecisionFile(Path path, FileChannel lockFile, Map<String, String> kept) {
        this.path = path;
        this.lockFile = lockFile;
        this.kept = kept;
    }

    /**
     * Opens the one of a directory, which is made where there is none.
     *
     * @throws IOException when another process has it open, it is damaged, or it cannot be written
     */
    public static DecisionFile open(Path directory) throws IOException {
        Files.createDirectories(directory);
        FileChannel locked = lock(directory.resolve("decisions.lock"));
        DecisionFile opened = null;
        try {
            Path path = directory.resolve("decisions");
            byte[] bytes = Files.exists(path) ? Files.readAllBytes(path) : new byte[0];
            DecisionFile read = new DecisionFile(path, locked, DecisionFrame.read(bytes, path));
            read.renew(List.of());
            opened = read;
            return opened;
        } finally {
            if (opened == null) {
                locked.close();
            }
        }
    }

    private static FileChannel lock(Path path) throws IOException {
        FileChannel opened = FileChannel.open(path, StandardOpenOption.CREATE, StandardOpenOption.WRITE);
        FileLock lock = null;
        try {
            lock = opened.tryLock();
        } catch (OverlappingFileLockException e) {
            // of this JVM
        } finally {
            if (lock == null) {
                opened.close();
            }
        }
        if (lock == null) {
            throw new IOException("another process uses it");
        }
        return opened;
    }

    /** What earlier processes decided and this one has not forgotten: texts by transaction. */
    public Map<String, String> decisions() {
        lock.lock();
        try {
            return new LinkedHashMap<>(kept);
        } finally {
            unlock();
        }
    }

    /**
     * Returns when it is on disk. One of those who wait forces what they all wait for, and wakes them at once; the lock
     * is not handed from one to the next.
     *
     * @throws IOException when it is not, and never will be
     * @throws DecisionUnknownException when that is not known; it is told when it is written later
     */
    public void write(BranchDecision decision) throws IOException {
        Waiting waiting = new Waiting(decision, Thread.currentThread());
        queue.add(waiting);
        boolean interrupted = false;
        while (waiting.answer == null) {
            if (lock.tryLock()) {
                try {
                    if (waiting.answer == null) {
                        flush();
                    }
                } finally {
                    unlock();
                }
            } else {
                LockSupport.park(this);
                interrupted |= Thread.interrupted();
            }
        }
        if (interrupted) {
            Thread.currentThread().interrupt();
        }
        FirstTry answer = waiting.answer;
        if (answer.failure == null) {
            return;
        }
        if (answer.over) {
            throw new IOException(path + " cannot be written", answer.failure);
        }
        throw new DecisionUnknownException("the transaction log " + path + " cannot be written", answer.failure);
    }

    /** Who came meanwhile could not have the lock, and waits: the first of them is told to try again. */
    private void unlock() {
        lock.unlock();
        for (Waiting each : queue) {
            if (each.thread != null) {
                LockSupport.unpark(each.thread);
                return;
            }
        }
    }

    /** It is written with the next one: that something can be forgotten may be forgotten itself. */
    public void later(BranchDecision decision) {
        queue.add(new Waiting(decision, null));
    }

    /** With the lock held: all that wait are answered then, whether they are over or unknown. */
    private void flush() {
        List<Waiting> batch = new ArrayList<>();
        for (Waiting next = queue.poll(); next != null; next = queue.poll()) {
            batch.add(next);
        }
        boolean done = false;
        try {
            flush(batch);
            done = true;
        } finally {
            if (!done) {
                breakOff(batch);
            }
            batch.forEach(DecisionFile::answer);
        }
    }

    /** By an error of the machine, as when memory is short: where it came to, nobody knows. */
    private void breakOff(List<Waiting> batch) {
        for (Waiting each : batch) {
            if (!each.over && each.failure == null) {
                each.failure = new IOException("its writing broke off");
                unknown.add(each);
            }
        }
        if (channel != null) {
            giveUp();
        }
    }

    private static void answer(Waiting waiting) {
        waiting.answer = new FirstTry(waiting.over, waiting.failure);
        if (waiting.thread != null && waiting.thread != Thread.currentThread()) {
            LockSupport.unpark(waiting.thread);
        }
    }

    private void flush(List<Waiting> batch) {
        ByteBuffer frame =
                DecisionFrame.of(batch.stream().map(each -> each.decision).toList());
        try {
            if (closed) {
                // another process may own the file by now
                throw new IOException("the transaction log is closed");
            }
            if (channel == null || channel.position() + frame.remaining() > capacity) {
                renew(batch);
                return;
            }
        } catch (IOException e) {
            batch.forEach(each -> over(each, e));
            return;
        }
        try {
            append(frame);
            batch.forEach(this::written);
        } catch (IOException e) {
            batch.forEach(each -> each.failure = e);
            unknown.addAll(batch);
            giveUp();
            try {
                renew(List.of());
            } catch (IOException second) {
                e.addSuppressed(second);
            }
        }
    }

    private void append(ByteBuffer frame) throws IOException {
        while (frame.hasRemaining()) {
            channel.write(frame);
        }
        channel.force(false);
    }

    private void giveUp() {
        FileChannel lost = channel;
        channel = null;
        try {
            lost.close();
        } catch (IOException e) {
            // it is not used any more
        }
    }

    /**
     * Another file with what is kept, and with what nobody knew of, and with these: afterwards all are written.
     *
     * @throws IOException when none of these is
     */
    private void renew(List<Waiting> batch) throws IOException {
        Path next = path.resolveSibling(path.getFileName() + ".new");
        List<Waiting> waiting = new ArrayList<>(unknown);
        waiting.addAll(batch);
        Map<String, String> all = new LinkedHashMap<>(kept);
        waiting.forEach(each -> apply(each.decision, all));
        List<BranchDecision> decisions = new ArrayList<>();
        all.forEach((transaction, text) -> decisions.add(new BranchDecision(transaction, text, () -> {})));
        ByteBuffer frame = DecisionFrame.of(decisions);
        int size = CAPACITY + frame.remaining();
        FileChannel opened = FileChannel.open(
                next, StandardOpenOption.CREATE, StandardOpenOption.TRUNCATE_EXISTING, StandardOpenOption.WRITE);
        boolean done = false;
        try {
            ByteBuffer bytes = ByteBuffer.allocate(size).put(frame.duplicate()).rewind();
            while (bytes.hasRemaining()) {
                opened.write(bytes);
            }
            opened.force(true);
            opened.position(frame.remaining());
            Files.move(next, path, StandardCopyOption.ATOMIC_MOVE, StandardCopyOption.REPLACE_EXISTING);
            done = true;
        } finally {
            if (!done) {
                opened.close();
            }
        }
        forceName();
        if (channel != null) {
            giveUp();
        }
        channel = opened;
        capacity = size;
        waiting.forEach(this::written);
        unknown.clear();
    }

    /** That the new file has its name outlives a loss of power, where the system can force that. */
    private void forceName() {
        try (FileChannel directory = FileChannel.open(path.toAbsolutePath().getParent(), StandardOpenOption.READ)) {
            directory.force(true);
        } catch (IOException e) {
            // some systems open no directories; they order such changes by themselves
            LOG.debug("The name of {} could not be forced to disk", path, e);
        }
    }

    private void written(Waiting waiting) {
        apply(waiting.decision, kept);
        over(waiting, null);
        waiting.decision.whenWritten().run();
    }

    private static void over(Waiting waiting, IOException failure) {
        waiting.failure = failure;
        waiting.over = true;
    }

    private static void apply(BranchDecision decision, Map<String, String> all) {
        if (decision.text() == null) {
            all.remove(decision.transaction());
        } else {
            all.put(decision.transaction(), decision.text());
        }
    }

    /** Writes what was only to be forgotten, too. */
    @Override
    public void close() {
        lock.lock();
        try {
            if (!queue.isEmpty()) {
                flush();
            }
            closed = true;
            if (channel != null) {
                giveUp();
            }
            lockFile.close();
        } catch (IOException e) {
            // the lock goes with the process
        } finally {
            unlock();
        }
    }
}
