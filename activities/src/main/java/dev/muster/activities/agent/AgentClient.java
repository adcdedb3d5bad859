package dev.muster.activities.agent;

import dev.muster.domain.action.ActionId;
import dev.muster.domain.action.Signal;
import dev.muster.domain.protocol.ActionSnapshot;
import dev.muster.domain.protocol.ActionSubmission;
import dev.muster.domain.protocol.SubmissionAnswer;
import java.time.Duration;
import java.util.List;

/**
 * Speaks one protocol to agents. Calls block their thread, which may be virtual, end within their
 * deadline, never throw for what a peer does, and end early when their thread is interrupted.
 */
public interface AgentClient extends AutoCloseable {

  /**
   * Everything unfinished, and everything that finished after the cursor. Of an agent whose answers
   * do not have that by themselves: what it lists, and each action that it is asked for.
   */
  AgentAnswer<ActionSnapshot> snapshot(AgentEndpoint agent, Since since);

  /** A snapshot as soon as anything changed after the cursor, or as it is after {@code wait}. */
  AgentAnswer<ActionSnapshot> watch(AgentEndpoint agent, Since since, Duration wait);

  /** Gives actions to an agent, in order; the answers have the same order and number. */
  AgentAnswer<List<SubmissionAnswer>> submit(AgentEndpoint agent, List<ActionSubmission> actions);

  /** Asks an agent to stop, pause or resume an action. */
  AgentAnswer<SignalAnswer> signal(AgentEndpoint agent, ActionId action, Signal signal);

  /**
   * Looks what is known of agents before a cycle asks them, so that a cycle which follows a change
   * of their credentials sees it. Does nothing where nothing is known.
   */
  default void refresh() {}

  /** Lets go of connections and threads. */
  @Override
  void close();
}
