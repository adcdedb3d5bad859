package dev.muster.domain.autopilot;

import dev.muster.domain.autopilot.PlanStatus.Command;
import dev.muster.domain.autopilot.PlanStatus.Node;
import dev.muster.domain.cluster.SignalRole;
import dev.muster.domain.run.ProgressState;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;

/**
 * The statuses to show one after the other, so that whoever watches sees Autopilot's states in an
 * order that its machine allows, however far the run went since somebody looked.
 */
public final class PlanSuccession {

  /** Errors that NewPlan may end in, before anything was shown. */
  private static final Set<ProgressState> OF_NEW_PLAN =
      EnumSet.of(
          ProgressState.INCOMPLETE_TARGETS,
          ProgressState.RESTRICTED,
          ProgressState.MISSING_PLATFORM);

  private final PlanStatus now;
  private final AutopilotPlan plan;
  private final List<PlanStatus> path = new ArrayList<>();
  private PlanStatus at;

  private PlanSuccession(PlanStatus start, PlanStatus now, AutopilotPlan plan) {
    this.at = start;
    this.now = now;
    this.plan = plan;
  }

  /**
   * From what was shown last to what is now, which comes last; empty if they are equal. At most a
   * few for each command: a plan never goes from Schedulable to Completed, nobody is SignalSent
   * unless the plan was Schedulable just before with that node pending, and no wave shows more
   * SignalSent at once than its command allows. A node that was signalled and done between two
   * looks may go from SignalPending to its end.
   *
   * @param shown empty if the plan has had no status yet
   * @param plan of which they are
   */
  public static List<PlanStatus> path(
      Optional<PlanStatus> shown, PlanStatus now, AutopilotPlan plan) {
    if (shown.filter(last -> isSame(last, now)).isPresent()) {
      return List.of();
    }
    boolean goesOn =
        shown
            .filter(last -> !last.state().isFinal())
            .filter(last -> last.commands().size() == now.commands().size())
            .isPresent();
    if (goesOn) {
      PlanSuccession succession = new PlanSuccession(shown.orElseThrow(), now, plan);
      succession.walk();
      return List.copyOf(succession.path);
    }
    if (endedInNewPlan(now)) {
      return List.of(now);
    }
    PlanStatus begun = begun(shown, now);
    PlanSuccession succession = new PlanSuccession(begun, now, plan);
    succession.path.add(begun);
    succession.walk();
    return List.copyOf(succession.path);
  }

  /** NewPlan leaves no entry behind the command at which it ends, and none before it is done. */
  private static boolean endedInNewPlan(PlanStatus now) {
    if (!OF_NEW_PLAN.contains(now.state())) {
      return false;
    }
    boolean noneDone =
        now.commands().stream().noneMatch(one -> one.state() == ProgressState.COMPLETED);
    boolean atLast =
        now.commands().stream()
            .limit(Math.max(0, now.commands().size() - 1))
            .noneMatch(one -> one.state() == now.state());
    return noneDone && atLast;
  }

  /** What is final does not change any more, not even its words. */
  private static boolean isSame(PlanStatus last, PlanStatus now) {
    return last.equals(now)
        || (last.state().isFinal() && withoutWords(last).equals(withoutWords(now)));
  }

  private static PlanStatus withoutWords(PlanStatus status) {
    return new PlanStatus(
        status.state(),
        status.commands().stream().map(command -> command.in(command.state(), "")).toList());
  }

  /** As NewPlan left it: of a retry, with what was done before. */
  private static PlanStatus begun(Optional<PlanStatus> shown, PlanStatus now) {
    List<Command> commands = new ArrayList<>();
    for (Command command : now.commands()) {
      Optional<Command> old =
          shown
              .filter(last -> command.id() < last.commands().size())
              .map(last -> last.commands().get(command.id()));
      Command pending =
          command.with(
              begun(old, command, SignalRole.CONTROLLER), begun(old, command, SignalRole.WORKER));
      boolean kept =
          command.state() == ProgressState.COMPLETED
              && old.filter(last -> last.state() == ProgressState.COMPLETED).isPresent()
              && pending.equals(command);
      commands.add(kept ? command : pending.in(ProgressState.SCHEDULABLE_WAIT, ""));
    }
    return new PlanStatus(ProgressState.SCHEDULABLE_WAIT, commands);
  }

  private static List<Node> begun(Optional<Command> old, Command command, SignalRole role) {
    List<Node> before = old.map(last -> last.nodes(role)).orElse(List.of());
    return command.nodes(role).stream()
        .map(node ->
            node.state() == SignalState.COMPLETED && before.contains(node)
                ? node
                : node.in(SignalState.PENDING, node.updatedAt()))
        .toList();
  }

  private void walk() {
    for (Command target : now.commands()) {
      if (at.commands().get(target.id()).state() == ProgressState.COMPLETED) {
        continue;
      }
      signal(target);
      if (target.state() != ProgressState.COMPLETED) {
        beforeError(target);
        break;
      }
      settleDown(target, ProgressState.SCHEDULABLE_WAIT);
      show(target, ProgressState.SCHEDULABLE_WAIT);
    }
    if (!at.equals(now)) {
      at = now;
      path.add(now);
    }
  }

  /** ApplyFailed is seen while waiting, the other errors while signalling. */
  private void beforeError(Command target) {
    if (target.state().isFinal()) {
      settleDown(
          target,
          target.state() == ProgressState.APPLY_FAILED
              ? ProgressState.SCHEDULABLE_WAIT
              : ProgressState.SCHEDULABLE);
    }
  }

  private void settleDown(Command target, ProgressState state) {
    if (at.commands().get(target.id()).state() != state) {
      show(nodes(target, Map.of()).in(state, ""), state);
    }
  }

  /** Shows that nodes are signalled: that they may be, and that they are. */
  private void signal(Command target) {
    Map<String, Node> sent = sent(target);
    if (sent.isEmpty()) {
      return;
    }
    Map<String, Node> pending = new HashMap<>();
    Command before = at.commands().get(target.id());
    for (SignalRole role : SignalRole.values()) {
      Map<String, Node> old = byName(before.nodes(role));
      moved(target, role)
          .forEach(node -> pending.put(key(role, node), old.getOrDefault(node.name(), node)));
    }
    if (before.state() != ProgressState.SCHEDULABLE) {
      show(nodes(target, pending).in(ProgressState.SCHEDULABLE, ""), ProgressState.SCHEDULABLE);
    }
    show(
        nodes(target, sent).in(ProgressState.SCHEDULABLE_WAIT, ""), ProgressState.SCHEDULABLE_WAIT);
  }

  /**
   * The nodes to show as signalled next: those that are in flight now; else, of those that came and
   * went since the last look, as many of the last as may be in flight at once.
   */
  private Map<String, Node> sent(Command target) {
    Map<String, Node> inFlight = new HashMap<>();
    Map<String, Node> passed = new HashMap<>();
    for (SignalRole role : SignalRole.values()) {
      List<Node> moved = moved(target, role);
      moved.stream()
          .filter(node -> node.state() == SignalState.SENT)
          .forEach(node -> inFlight.put(key(role, node), node));
      List<Node> done = moved.stream().filter(node -> wasSignalled(node.state())).toList();
      int room = Math.min(done.size(), room(target, role));
      if (room > 0) {
        passed.clear();
        done.subList(done.size() - room, done.size())
            .forEach(
                node -> passed.put(key(role, node), node.in(SignalState.SENT, node.updatedAt())));
      }
    }
    return inFlight.isEmpty() ? passed : inFlight;
  }

  /** Nodes as they are now that were pending when somebody looked. */
  private List<Node> moved(Command target, SignalRole role) {
    Set<String> pending =
        at.commands().get(target.id()).nodes(role).stream()
            .filter(node -> node.state() == SignalState.PENDING)
            .map(Node::name)
            .collect(Collectors.toSet());
    return target.nodes(role).stream()
        .filter(node -> pending.contains(node.name()))
        .filter(node -> node.state() != SignalState.PENDING)
        .toList();
  }

  private static boolean wasSignalled(SignalState state) {
    return state == SignalState.COMPLETED || state == SignalState.APPLY_FAILED;
  }

  private int room(Command target, SignalRole role) {
    int allowed =
        plan.commands().get(target.id()).waves().stream()
            .filter(wave -> wave.role() == role)
            .mapToInt(PlanCommand.Wave::concurrent)
            .findFirst()
            .orElse(1);
    long inFlight =
        nodes(target, Map.of()).nodes(role).stream()
            .filter(node -> node.state() == SignalState.SENT)
            .count();
    return (int) Math.max(0, allowed - inFlight);
  }

  /**
   * The command with its nodes as they are now; but what failed is shown with the error that it
   * makes, not before.
   *
   * @param others nodes to be shown otherwise
   */
  private Command nodes(Command target, Map<String, Node> others) {
    return at.commands()
        .get(target.id())
        .with(
            nodes(target, SignalRole.CONTROLLER, others), nodes(target, SignalRole.WORKER, others));
  }

  private List<Node> nodes(Command target, SignalRole role, Map<String, Node> others) {
    boolean ends = target.state().isFinal() && target.state() != ProgressState.COMPLETED;
    boolean later = role == SignalRole.CONTROLLER && !moved(target, SignalRole.WORKER).isEmpty();
    Map<String, Node> before = byName(at.commands().get(target.id()).nodes(role));
    return target.nodes(role).stream()
        .map(node -> {
          boolean failed = node.state().isFinal() && node.state() != SignalState.COMPLETED;
          Node usual = ends && failed && !later ? before.getOrDefault(node.name(), node) : node;
          return others.getOrDefault(key(role, node), usual);
        })
        .toList();
  }

  private static Map<String, Node> byName(List<Node> nodes) {
    Map<String, Node> byName = new HashMap<>();
    nodes.forEach(node -> byName.put(node.name(), node));
    return byName;
  }

  /** A hybrid may be named in both waves. */
  private static String key(SignalRole role, Node node) {
    return role.word() + "/" + node.name();
  }

  private void show(Command command, ProgressState state) {
    List<Command> commands = new ArrayList<>(at.commands());
    commands.set(command.id(), command);
    PlanStatus next = new PlanStatus(state, commands);
    if (!next.equals(at)) {
      at = next;
      path.add(next);
    }
  }
}
