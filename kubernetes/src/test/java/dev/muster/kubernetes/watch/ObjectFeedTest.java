package dev.muster.kubernetes.watch;

import static org.assertj.core.api.Assertions.assertThat;

import dev.muster.domain.autopilot.ObjectKind;
import dev.muster.domain.cluster.ClusterName;
import dev.muster.domain.protocol.WireFormat;
import dev.muster.records.autopilot.ObjectChange;
import dev.muster.records.autopilot.ObjectChanges;
import dev.muster.records.autopilot.ObjectKey;
import dev.muster.records.autopilot.StoredObject;
import java.time.Duration;
import java.time.Instant;
import java.util.Optional;
import java.util.UUID;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.LongFunction;
import java.util.stream.LongStream;
import org.junit.jupiter.api.Test;
import tools.jackson.databind.node.NullNode;

/** What watchers of one kind in one cluster are told, by a source that is not a database. */
final class ObjectFeedTest {

  private static final Duration LONG = Duration.ofSeconds(30);
  private static final Duration NOT_AT_ALL = Duration.ZERO;

  @Test
  void whoIsALittleBehindIsToldEachChangeOnceInOrder() throws Exception {
    ObjectFeed feed = feed(0, since -> upTo(since, 3));
    feed.touch();

    assertThat(feed.after(0, LONG)).isEqualTo(told(1, 3));
    assertThat(feed.after(2, LONG)).isEqualTo(told(3, 3));
    assertThat(feed.after(3, NOT_AT_ALL)).isEqualTo(told(4, 3));
    feed.leave();
  }

  @Test
  void aSlowWatcherReadsForItselfAndHoldsUpNobody() throws Exception {
    int newest = ObjectFeed.MOST + 5;
    ObjectFeed feed = feed(0, since -> upTo(since, newest));
    feed.touch();

    // Who is as far as what is kept is told all of it, while the slow one has taken nothing.
    assertThat(feed.after(5, LONG)).isEqualTo(told(6, newest));
    assertThat(feed.after(4, LONG)).isEqualTo(new NextChanges.Behind());
    feed.leave();
  }

  @Test
  void whatWasReadOnceIsWhatAllAreGiven() throws Exception {
    ObjectFeed feed = feed(0, since -> upTo(since, 1));
    assertThat(feed.join()).isTrue();
    feed.touch();

    NextChanges.Told one = (NextChanges.Told) feed.after(0, LONG);
    NextChanges.Told other = (NextChanges.Told) feed.after(0, LONG);
    assertThat(other.changes().getFirst()).isSameAs(one.changes().getFirst());
    feed.close();
  }

  @Test
  void aSourceThatFailsIsAskedAgain() throws Exception {
    AtomicInteger readings = new AtomicInteger();
    ObjectFeed feed =
        feed(
            0,
            since -> {
              if (readings.incrementAndGet() < 3) {
                throw new IllegalStateException("the database is away");
              }
              return upTo(since, 1);
            });
    feed.touch();

    assertThat(feed.after(0, LONG)).isEqualTo(told(1, 1));
    feed.leave();
  }

  @Test
  void versionsThatAreForgottenEndIt() throws Exception {
    ObjectFeed feed = feed(7, since -> new ObjectChanges.Expired(9));
    feed.touch();

    assertThat(feed.after(7, LONG)).isEqualTo(new NextChanges.Over());
    assertThat(feed.join()).as("a new one is needed").isFalse();
  }

  @Test
  void theLastWhoLeavesEndsIt() throws Exception {
    ObjectFeed feed = feed(0, since -> upTo(since, 0));
    assertThat(feed.join()).isTrue();

    feed.leave();
    assertThat(feed.isOver()).isFalse();
    feed.leave();
    assertThat(feed.isOver()).isTrue();
    assertThat(feed.after(0, LONG)).isEqualTo(new NextChanges.Over());
  }

  /** With one who watches. */
  private static ObjectFeed feed(long version, LongFunction<ObjectChanges> source) {
    ObjectFeed feed = new ObjectFeed("plans of here", version, source);
    feed.join();
    feed.start();
    return feed;
  }

  private static ObjectChanges upTo(long since, long newest) {
    return new ObjectChanges.Since(
        LongStream.rangeClosed(since + 1, newest).mapToObj(ObjectFeedTest::change).toList(),
        newest);
  }

  private static NextChanges told(long first, long newest) {
    return new NextChanges.Told(
        LongStream.rangeClosed(first, newest)
            .mapToObj(ObjectFeedTest::change)
            .map(ToldChange::of)
            .toList(),
        newest);
  }

  private static ObjectChange change(long version) {
    return new ObjectChange(
        ObjectChange.Type.MODIFIED,
        new StoredObject(
            new ObjectKey(new ClusterName("here"), ObjectKind.PLAN, "autopilot"),
            new UUID(0, 1),
            version,
            1,
            Instant.EPOCH,
            WireFormat.JSON.createObjectNode(),
            NullNode.getInstance(),
            Optional.empty(),
            Optional.empty()));
  }
}
