package dev.muster.agent.artifact;

import dev.muster.agent.execution.Control;
import dev.muster.agent.execution.Pausable;
import dev.muster.agent.execution.Wake;
import dev.muster.agent.store.DiskRoom;
import java.io.IOException;
import java.net.SocketTimeoutException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.FutureTask;
import java.util.function.BiConsumer;

/**
 * One attempt to bring an artifact into a file, on a thread of its own, because a server may hold
 * it up for longer than a signal or a time-out may wait.
 */
final class Transfer implements Pausable {

  private static final Duration GLANCE = Duration.ofSeconds(2);
  private static final Duration LONGEST_FAREWELL = Duration.ofSeconds(5);
  private static final int BLOCK = 64 * 1024;

  /** Left free on the disk for everybody else. */
  private static final long RESERVE = 4L << 20;

  private final Origin origin;
  private final Path part;
  private final Trust trust;
  private volatile long bytes;
  private volatile Optional<Long> total = Optional.empty();
  private volatile boolean abandoned;
  private boolean held;

  /**
   * @param part where to; what is in it is kept and gone on with
   * @param trust in bytes that are there
   */
  Transfer(Origin origin, Path part, Trust trust) {
    this.origin = origin;
    this.part = part;
    this.trust = trust;
  }

  /** Whether what is in the file is gone on with although the source may have changed since. */
  enum Trust {
    /** It is: a hash will tell. */
    HASHED,
    /** Only if the source says that it has not changed. */
    UNHASHED
  }

  /** How it ended. */
  sealed interface Result {

    /**
     * The whole is there, as far as anybody can tell without its hash.
     *
     * @param resumed whether some of it had been there before
     */
    record Whole(long bytes, boolean resumed) implements Result {}

    /** Some may be missing; another attempt may bring it. */
    record Cut(String why, long bytes) implements Result {}

    /** There is no use in another attempt. */
    record Never(String why) implements Result {}

    /** The action is to end. */
    record Stopped(Wake why, long bytes) implements Result {}
  }

  /**
   * Does it.
   *
   * @param progress told every now and then how many bytes are there, and of how many
   * @throws InterruptedException if the agent stops; what is there stays
   */
  Result run(Control control, BiConsumer<Long, Optional<Long>> progress)
      throws InterruptedException {
    FutureTask<Result> task = new FutureTask<>(this::bring);
    Thread thread =
        Thread.ofVirtual()
            .start(() -> {
              task.run();
              control.wake();
            });
    control.attach(this);
    try {
      long told = System.nanoTime();
      while (!task.isDone()) {
        Wake wake = control.await(GLANCE);
        if (wake != Wake.GO_ON && !task.isDone()) {
          return new Result.Stopped(wake, bytes);
        }
        if (System.nanoTime() - told > GLANCE.toNanos()) {
          progress.accept(bytes, total);
          told = System.nanoTime();
        }
      }
      return task.get();
    } catch (ExecutionException bug) {
      return new Result.Cut("%s: %s".formatted(origin.shown(), bug.getCause()), bytes);
    } finally {
      control.detach();
      abandoned = true;
      proceed();
      thread.interrupt(); // which closes a connection that it waits for
      thread.join(LONGEST_FAREWELL);
    }
  }

  @Override
  public synchronized void halt() {
    held = true;
  }

  @Override
  public synchronized void proceed() {
    held = false;
    notifyAll();
  }

  private Result bring() throws IOException, InterruptedException {
    Origin.Have have = have();
    return switch (origin.open(have)) {
      case Origin.Opening.Flowing flowing -> {
        try {
          yield take(flowing);
        } finally {
          flowing.end().run();
        }
      }
      case Origin.Opening.Nothing() -> new Result.Whole(have.bytes(), true);
      case Origin.Opening.Anew(String why) -> {
        Files.deleteIfExists(part);
        yield new Result.Cut(why, 0);
      }
      case Origin.Opening.NotNow(String why) -> new Result.Cut(why, have.bytes());
      case Origin.Opening.Never(String why) -> new Result.Never(why);
    };
  }

  private Origin.Have have() throws IOException {
    if (!Files.exists(part)) {
      return Origin.Have.NOTHING;
    }
    Optional<String> tag =
        Files.exists(tagFile()) ? Optional.of(Files.readString(tagFile())) : Optional.empty();
    return tag.isEmpty() && trust == Trust.UNHASHED
        ? Origin.Have.NOTHING
        : new Origin.Have(Files.size(part), tag);
  }

  private Result take(Origin.Opening.Flowing flowing) throws IOException, InterruptedException {
    pass();
    total = flowing.total();
    bytes = flowing.at();
    Optional<String> shortage = room(total.orElse(bytes) - bytes);
    if (shortage.isPresent()) {
      return new Result.Never(shortage.get());
    }
    try (FileChannel file =
        FileChannel.open(part, StandardOpenOption.CREATE, StandardOpenOption.WRITE)) {
      file.truncate(bytes).position(bytes);
      remember(flowing.tag());
      return copy(flowing, file);
    } catch (IOException unwritable) {
      return new Result.Never(
          room(0).orElse("%s cannot be written: %s".formatted(part, unwritable.getMessage())));
    }
  }

  private Result copy(Origin.Opening.Flowing flowing, FileChannel file)
      throws IOException, InterruptedException {
    byte[] block = new byte[BLOCK];
    long at = flowing.at();
    long looked = at;
    while (true) {
      pass();
      if (total.isEmpty() && at - looked >= RESERVE / 4) {
        looked = at;
        Optional<String> shortage = room(0);
        if (shortage.isPresent()) {
          return new Result.Never(shortage.get());
        }
      }
      int read;
      try {
        read = flowing.bytes().read(block);
      } catch (SocketTimeoutException late) {
        return new Result.Cut("%s (%s)".formatted(silence(), far()), bytes);
      } catch (IOException cut) {
        return new Result.Cut(cut(), bytes);
      }
      if (read < 0) {
        break;
      }
      ByteBuffer more = ByteBuffer.wrap(block, 0, read);
      while (more.hasRemaining()) {
        file.write(more);
      }
      at += read;
      bytes = at;
    }
    if (total.isPresent() && bytes < total.get()) {
      return new Result.Cut(cut(), bytes);
    }
    file.force(true);
    return new Result.Whole(bytes, flowing.at() > 0);
  }

  /** Waits while the action is suspended: the server then notices that nobody reads. */
  private synchronized void pass() throws InterruptedException {
    while (held) {
      wait();
    }
    if (abandoned) {
      throw new InterruptedException();
    }
  }

  private void remember(Optional<String> tag) throws IOException {
    if (tag.isPresent()) {
      Files.write(tagFile(), tag.get().getBytes(StandardCharsets.UTF_8));
    } else {
      Files.deleteIfExists(tagFile());
    }
  }

  private Path tagFile() {
    return part.resolveSibling(part.getFileName() + ".tag");
  }

  private Optional<String> room(long missing) {
    return new DiskRoom(part.resolveSibling(""), missing + RESERVE).shortage();
  }

  private String cut() {
    return "the connection to %s was cut (%s)".formatted(origin.shown(), far());
  }

  private String silence() {
    return origin instanceof WebOrigin web ? web.silence() : origin.shown() + " sent nothing";
  }

  private String far() {
    return total
        .map(all -> "%d of %d bytes were there".formatted(bytes, all))
        .orElse("%d bytes were there".formatted(bytes));
  }
}
