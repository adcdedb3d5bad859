package dev.muster.workflows.client;

import dev.muster.domain.cluster.ClusterName;
import dev.muster.domain.cluster.NodeId;
import dev.muster.domain.run.RunId;
import dev.muster.workflows.contract.ActionCommand;
import dev.muster.workflows.contract.CommandOutcome;
import dev.muster.workflows.contract.Ids;
import dev.muster.workflows.contract.Mover;
import dev.muster.workflows.contract.Nudge;
import dev.muster.workflows.contract.OrchestrationInput;
import dev.muster.workflows.contract.OrchestrationWorkflow;
import dev.muster.workflows.contract.PlaybookWorkflow;
import dev.muster.workflows.contract.RunCommand;
import dev.muster.workflows.contract.RunInput;
import io.temporal.api.workflowservice.v1.DescribeNamespaceRequest;
import io.temporal.client.UpdateOptions;
import io.temporal.client.WorkflowClient;
import io.temporal.client.WorkflowExecutionAlreadyStarted;
import io.temporal.client.WorkflowNotFoundException;
import io.temporal.client.WorkflowOptions;
import io.temporal.client.WorkflowStub;
import io.temporal.client.WorkflowUpdateHandle;
import java.time.Duration;
import java.util.Collection;
import java.util.Locale;
import java.util.Optional;
import java.util.concurrent.Callable;
import java.util.function.Supplier;

/**
 * The one way to start, signal and ask workflows. Every call is harmless when repeated, starts what
 * an engine has lost, and throws {@link EngineUnavailable} within seconds instead of hanging. Safe
 * for many threads.
 */
public final class EngineClient implements AutoCloseable {

  /** For calls that the engine answers by itself. */
  private static final Duration AT_ONCE = Duration.ofSeconds(3);

  /** Whether the engine knows our {@link RunAttributes}; the embedded one has none. */
  public enum Attributes {
    REGISTERED,
    NONE
  }

  private final WorkflowClient client;
  private final WorkflowStarts starts;
  private final NudgeGate gate;
  private final Mover mover;

  /** An engine that moves the runs whatever else there is, for tests and tools. */
  public EngineClient(WorkflowClient client, Attributes attributes) {
    this(client, () -> attributes, Optional::empty);
  }

  /**
   * @param client built with {@link Payloads#CONVERTER} or {@link Payloads#converter}
   * @param attributes asked at each start: an engine may come to know them later, or forget them
   * @param mover asked before whatever could start a workflow
   */
  public EngineClient(WorkflowClient client, Supplier<Attributes> attributes, Mover mover) {
    this.client = client;
    this.starts = new WorkflowStarts(attributes);
    this.gate = new NudgeGate(this::signal);
    this.mover = mover;
  }

  /**
   * Asks for a cycle now; what is asked within 100 ms after a nudge is gathered into one.
   *
   * @param nodes to visit; all when it is empty
   */
  public void nudge(ClusterName cluster, Collection<NodeId> nodes, String by) {
    gate.offer(cluster, new Nudge(nodes.stream().toList(), by));
  }

  /**
   * Asks for a cycle, never gathered: for callers that are bounded already, such as a run's
   * advance.
   */
  public void nudgeAtOnce(ClusterName cluster, Collection<NodeId> nodes, String by) {
    signal(cluster, new Nudge(nodes.stream().toList(), by));
  }

  /**
   * Starts the run's workflow unless it runs.
   *
   * @param details Markdown that describes the run, such as its reason and its plan; may be empty
   */
  public void startRun(RunInput input, String details) {
    refuse("start run " + input.run(), mover.elsewhereNow());
    begin(input, WorkflowStarts.unlessRunning(starts.run(input, details)));
  }

  /** For the repair loop: starts the run's workflow if the engine has lost it. */
  public void ensureRun(RunInput input) {
    requireMover("start run " + input.run());
    begin(input, WorkflowStarts.unlessRunning(starts.run(input, "")));
  }

  /** Ends the run's workflow, which stands still, and starts it again under a new epoch. */
  public void restartRun(RunInput input) {
    requireMover("start run " + input.run());
    begin(input, WorkflowStarts.instead(starts.run(input, "")));
  }

  private void begin(RunInput input, WorkflowOptions options) {
    onceMoreIfStarted(() -> {
      PlaybookWorkflow run = client.newWorkflowStub(PlaybookWorkflow.class, options);
      EngineCall.within(
          AT_ONCE, "start run " + input.run(), () -> WorkflowClient.start(run::run, input));
    });
  }

  /** Starts the cluster's workflow unless it runs. */
  public void ensureOrchestration(ClusterName cluster) {
    OrchestrationInput input = OrchestrationInput.start(cluster);
    start(input, WorkflowStarts.unlessRunning(starts.orchestration(input)));
  }

  /** Ends the cluster's workflow, which stands still, and starts it again under a new epoch. */
  public void restartOrchestration(ClusterName cluster) {
    OrchestrationInput input = OrchestrationInput.start(cluster);
    start(input, WorkflowStarts.instead(starts.orchestration(input)));
  }

  private void start(OrchestrationInput input, WorkflowOptions options) {
    ClusterName cluster = input.cluster();
    requireMover("start the orchestration of " + cluster);
    onceMoreIfStarted(() -> {
      OrchestrationWorkflow orchestration =
          client.newWorkflowStub(OrchestrationWorkflow.class, options);
      EngineCall.within(
          AT_ONCE,
          "start the orchestration of " + cluster,
          () -> WorkflowClient.start(orchestration::run, input));
    });
  }

  /** Tells a run that its actions moved. A run without a workflow is for the repair loop. */
  public void progressed(RunId run) {
    PlaybookWorkflow playbook = client.newWorkflowStub(PlaybookWorkflow.class, Ids.playbook(run));
    try {
      EngineCall.within(
          AT_ONCE,
          "signal run " + run,
          () -> {
            playbook.progressed();
            return run;
          });
    } catch (WorkflowNotFoundException e) {
      // It has ended, or the engine is new; what moved is in the records.
    }
  }

  /** Carries out a command on a run and says what became of it. */
  public CommandOutcome instruct(RunInput input, RunCommand command) {
    UpdateOptions<CommandOutcome> update = WorkflowUpdates.options("instruct");
    return ask(
        "%s run %s".formatted(verb(command.verb()), input.run()),
        () ->
            stub(PlaybookWorkflow.class, WorkflowStarts.unlessRunning(starts.run(input, "")))
                .startUpdateWithStart(update, new Object[] {command}, new Object[] {input}));
  }

  /** Carries out a command on an action and says what became of it. */
  public CommandOutcome decide(ClusterName cluster, ActionCommand command) {
    OrchestrationInput input = OrchestrationInput.start(cluster);
    UpdateOptions<CommandOutcome> update = WorkflowUpdates.options("decide");
    return ask(
        "%s action %s".formatted(verb(command.verb()), command.action()),
        () ->
            stub(
                    OrchestrationWorkflow.class,
                    WorkflowStarts.unlessRunning(starts.orchestration(input)))
                .startUpdateWithStart(update, new Object[] {command}, new Object[] {input}));
  }

  /** Why the engine does not answer; empty if it does. */
  public Optional<String> whyAway() {
    try {
      requireAnswer("reach the engine");
      return Optional.empty();
    } catch (RuntimeException e) {
      return Optional.of(String.valueOf(e.getMessage()));
    }
  }

  @Override
  public void close() {
    gate.close();
  }

  private void signal(ClusterName cluster, Nudge nudge) {
    requireMover("nudge " + cluster);
    OrchestrationInput input = OrchestrationInput.start(cluster);
    WorkflowOptions options = starts.orchestration(input).build();
    onceMoreIfStarted(() ->
        EngineCall.within(
            AT_ONCE,
            "nudge " + cluster,
            () ->
                stub(OrchestrationWorkflow.class, options)
                    .signalWithStart("nudge", new Object[] {nudge}, new Object[] {input})));
  }

  /** The embedded engine refuses what would start a workflow that another caller just started. */
  private static void onceMoreIfStarted(Runnable call) {
    try {
      call.run();
    } catch (WorkflowExecutionAlreadyStarted started) {
      call.run();
    }
  }

  /** By name, because handlers take what people type, not our types. */
  private WorkflowStub stub(Class<?> type, WorkflowOptions options) {
    return client.newUntypedWorkflowStub(type.getSimpleName(), options);
  }

  private CommandOutcome ask(String what, Callable<WorkflowUpdateHandle<CommandOutcome>> question) {
    requireMover(what);
    // The client tries again when nobody listens; a person should not wait for that.
    requireAnswer(what);
    try {
      return WorkflowUpdates.answer(what, question);
    } catch (WorkflowNotFoundException | WorkflowExecutionAlreadyStarted e) {
      // It ended while it was asked: the second time starts it, and it answers from the records.
      return WorkflowUpdates.answer(what, question);
    } catch (EngineUnavailable e) {
      // The namespace has just answered, so it is the execution that is gone: it went on as a new
      // one.
      if (EngineCall.isNotFound(e)) {
        return WorkflowUpdates.answer(what, question);
      }
      throw e;
    }
  }

  /** A workflow on an abandoned engine would only take an epoch away from the one that counts. */
  private void requireMover(String what) {
    refuse(what, mover.elsewhere());
  }

  private static void refuse(String what, Optional<String> elsewhere) {
    elsewhere.ifPresent(where -> {
      throw new EngineUnavailable("could not %s here: %s".formatted(what, where));
    });
  }

  /** An engine without our namespace answers too, and does nothing for us. */
  private void requireAnswer(String what) {
    EngineCall.within(
        AT_ONCE,
        what,
        () ->
            client
                .getWorkflowServiceStubs()
                .blockingStub()
                .describeNamespace(
                    DescribeNamespaceRequest.newBuilder()
                        .setNamespace(client.getOptions().getNamespace())
                        .build()));
  }

  private static String verb(Enum<?> verb) {
    return verb.name().toLowerCase(Locale.ROOT);
  }
}
