package dev.muster.agent.store;

import static org.assertj.core.api.Assertions.assertThat;

import dev.muster.agent.execution.Outcome;
import dev.muster.domain.action.ActionState;
import dev.muster.domain.protocol.ActionReport.Failure;
import dev.muster.domain.protocol.ActionReport.Step;
import dev.muster.domain.protocol.SubmissionAnswer;
import dev.muster.domain.protocol.SubmissionAnswer.Verdict;
import dev.muster.domain.sensitive.Masking;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.UUID;
import org.junit.jupiter.api.Test;

/** What becomes of an action in the store, from its submission to its end. */
final class StoreWritesTest extends StoreScene {

  private static final UUID ID = new UUID(1, 2);

  @Test
  void standsInTheStoreAsItWasSentWithTheTimeOfItsReceipt() throws Exception {
    Instant created = clock.instant().minusSeconds(3600);
    StoredAction.Work work =
        new StoredAction.Work(
            "test.ping",
            Rows.json("{\"ratio\":1.50}"),
            Map.of("run", "r1"),
            Optional.of(1500L),
            "direct");
    Offer offer = new Offer(ID, work, Optional.of(created), List.of("hunter2"), Optional.empty());
    assertThat(store.submit(List.of(offer)))
        .containsExactly(
            new SubmissionAnswer(
                Optional.of(ID), Verdict.ACCEPTED, Optional.empty(), Optional.empty()));
    StoredAction action = find(ID);
    assertThat(action)
        .isEqualTo(
            new StoredAction(
                1,
                ID,
                work,
                new StoredAction.Times(
                    created, clock.instant(), Optional.empty(), Optional.empty()),
                ActionState.NEW,
                new StoredAction.Result(
                    Optional.empty(), Optional.empty(), Optional.empty(), Optional.empty()),
                false,
                new Masking(Set.of(), List.of("hunter2"))));
    assertThat(action.isDirect()).isTrue();
    assertThat(store.steps(action))
        .containsExactly(new Step(clock.instant(), ActionState.NEW, Optional.empty()));
  }

  @Test
  void wasCreatedWhenItCameIfTheSenderSaysNothing() throws Exception {
    store.submit(List.of(Offers.of(ID, "test.ping", "{}")));
    assertThat(find(ID).times().created()).isEqualTo(clock.instant());
    assertThat(find(ID).work().timeoutMs()).isEmpty();
    assertThat(find(ID).isDirect()).isFalse();
  }

  @Test
  void comesASecondTimeOnlyAsTheSameOrAsAConflict() throws Exception {
    store.submit(List.of(Offers.of(ID, "test.ping", "{\"n\":1}")));
    long cursor = store.changes().cursor();
    assertThat(store.submit(List.of(refused(Offers.of(ID, "test.ping", "{\"n\":1}")))))
        .containsExactly(
            new SubmissionAnswer(
                Optional.of(ID), Verdict.DUPLICATE, Optional.empty(), Optional.empty()));
    assertThat(store.submit(List.of(Offers.of(ID, "test.ping", "{\"n\":2}"))))
        .containsExactly(conflict("the agent has this id with other arguments"));
    assertThat(store.submit(List.of(Offers.of(ID, "test.fail", "{\"n\":1}"))))
        .containsExactly(conflict("the agent has this id with kind 'test.ping'"));
    assertThat(store.changes().cursor()).isEqualTo(cursor);
  }

  @Test
  void isNotStoredIfItIsRefused() throws Exception {
    long cursor = store.changes().cursor();
    assertThat(store.submit(List.of(refused(Offers.of(ID, "test.ping", "{}")))))
        .containsExactly(
            new SubmissionAnswer(
                Optional.of(ID), Verdict.REFUSED, Optional.of("no such kind"), Optional.empty()));
    assertThat(store.find(ID)).isEmpty();
    assertThat(store.changes().cursor()).isEqualTo(cursor);
  }

  @Test
  void beginsInTheOrderOfReceipt() throws Exception {
    UUID second = new UUID(0, 1);
    store.submit(List.of(Offers.of(ID, "test.ping", "{}"), Offers.of(second, "test.ping", "{}")));
    Instant received = clock.instant();
    clock.advance(Duration.ofSeconds(5));
    long cursor = store.changes().cursor();
    StoredAction begun = store.startNext().orElseThrow();
    assertThat(begun).isEqualTo(find(ID));
    assertThat(begun.state()).isEqualTo(ActionState.RUNNING);
    assertThat(begun.times().started()).contains(clock.instant());
    assertThat(store.changes().cursor()).isEqualTo(cursor + 1);
    assertThat(store.steps(begun))
        .containsExactly(
            new Step(received, ActionState.NEW, Optional.empty()),
            new Step(clock.instant(), ActionState.RUNNING, Optional.empty()));
    assertThat(store.startNext().orElseThrow().id()).isEqualTo(second);
    assertThat(store.startNext()).isEmpty();
    assertThat(store.changes().cursor()).isEqualTo(cursor + 2);
  }

  @Test
  void endsWithAllThatCameOfItAndTheNextOneBegins() throws Exception {
    UUID second = new UUID(0, 1);
    store.submit(List.of(Offers.of(ID, "test.ping", "{}"), Offers.of(second, "test.ping", "{}")));
    StoredAction begun = store.startNext().orElseThrow();
    clock.advance(Duration.ofSeconds(5));
    Outcome outcome =
        Outcome.failed("no disk", "full").with(Rows.json("{\"n\":1}")).withExitCode(3).withLog(77);
    assertThat(store.finishAndStartNext(begun, outcome)).contains(find(second));
    StoredAction ended = find(ID);
    assertThat(ended.state()).isEqualTo(ActionState.FAILED);
    assertThat(ended.times().finished()).contains(clock.instant());
    assertThat(ended.result())
        .isEqualTo(
            new StoredAction.Result(
                Optional.of(Rows.json("{\"n\":1}")),
                Optional.of(new Failure("no disk", List.of("full"))),
                Optional.of(3),
                Optional.of(77L)));
    assertThat(ended.report().logBytes()).contains(77L);
    assertThat(store.steps(ended).getLast())
        .isEqualTo(new Step(clock.instant(), ActionState.FAILED, Optional.of("no disk")));
    assertThat(find(second).state()).isEqualTo(ActionState.RUNNING);
  }

  @Test
  void keepsItsProgressWhenItEndsWithoutOutputs() throws Exception {
    store.submit(
        List.of(Offers.of(ID, "test.ping", "{}"), Offers.of(new UUID(0, 1), "test.ping", "{}")));
    StoredAction begun = store.startNext().orElseThrow();
    long cursor = store.changes().cursor();
    store.progress(begun, Rows.json("{\"n\":1}"));
    assertThat(find(ID).result().payload()).contains(Rows.json("{\"n\":1}"));
    assertThat(store.changes().cursor()).isEqualTo(cursor + 1);
    assertThat(store.finish(begun, Outcome.done())).isEmpty();
    assertThat(find(ID).result().payload()).contains(Rows.json("{\"n\":1}"));
    assertThat(store.counts()).isEqualTo(Map.of(ActionState.DONE, 1L, ActionState.NEW, 1L));
  }

  @Test
  void canBeCancelledOnlyBeforeItBegins() throws Exception {
    UUID second = new UUID(0, 1);
    store.submit(List.of(Offers.of(ID, "test.ping", "{}"), Offers.of(second, "test.ping", "{}")));
    store.startNext();
    long cursor = store.changes().cursor();
    assertThat(store.cancelNew(second)).contains(find(second));
    assertThat(find(second).state()).isEqualTo(ActionState.CANCELLED);
    assertThat(store.changes().cursor()).isEqualTo(cursor + 1);
    assertThat(store.cancelNew(ID)).contains(find(ID));
    assertThat(find(ID).state()).isEqualTo(ActionState.RUNNING);
    assertThat(store.cancelNew(new UUID(9, 9))).isEmpty();
    assertThat(store.changes().cursor()).isEqualTo(cursor + 1);
  }

  @Test
  void remembersWhatIsDoneToItWhileItRunsAndNothingAfterItsEnd() throws Exception {
    store.submit(List.of(Offers.of(ID, "test.ping", "{}")));
    StoredAction begun = store.startNext().orElseThrow();
    long cursor = store.changes().cursor();
    clock.advance(Duration.ofSeconds(5));
    store.move(begun, ActionState.SUSPENDED, "suspended by ada");
    assertThat(find(ID).state()).isEqualTo(ActionState.SUSPENDED);
    assertThat(store.steps(begun).getLast())
        .isEqualTo(
            new Step(clock.instant(), ActionState.SUSPENDED, Optional.of("suspended by ada")));
    store.finish(begun, Outcome.done());
    store.requestCancel(begun);
    assertThat(find(ID).cancelRequested()).isFalse();
    assertThat(store.changes().cursor()).isGreaterThanOrEqualTo(cursor + 2);
  }

  @Test
  void aCancelIsRememberedAsAChange() throws Exception {
    store.submit(List.of(Offers.of(ID, "test.ping", "{}")));
    StoredAction begun = store.startNext().orElseThrow();
    long cursor = store.changes().cursor();
    store.requestCancel(begun);
    assertThat(find(ID).cancelRequested()).isTrue();
    assertThat(store.changes().cursor()).isEqualTo(cursor + 1);
    store.touch();
    assertThat(store.changes().cursor()).isEqualTo(cursor + 2);
  }

  private SubmissionAnswer conflict(String reason) throws Exception {
    return new SubmissionAnswer(
        Optional.of(ID), Verdict.CONFLICT, Optional.of(reason), Optional.of(find(ID).report()));
  }

  private StoredAction find(UUID id) throws Exception {
    return store.find(id).orElseThrow();
  }

  private static Offer refused(Offer offer) {
    return new Offer(
        offer.id(), offer.work(), offer.created(), offer.sensitive(), Optional.of("no such kind"));
  }
}
