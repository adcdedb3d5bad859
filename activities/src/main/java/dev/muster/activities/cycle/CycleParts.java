package dev.muster.activities.cycle;

import dev.muster.activities.agent.AgentClient;
import dev.muster.activities.agent.AgentFleet;
import dev.muster.activities.signals.Signals;
import dev.muster.activities.steps.Steps;
import dev.muster.activities.watch.LongPolls;
import dev.muster.records.Records;
import dev.muster.workflows.contract.CycleActivities;
import dev.muster.workflows.contract.Mover;
import java.time.Clock;

/**
 * What the activities of a cycle are made of.
 *
 * @param concurrency calls of agents at a time, over all cycles of this process
 * @param limits of what is taken from one agent
 * @param recall what is remembered of clusters between cycles
 */
public record CycleParts(
    Records records,
    AgentClient client,
    int concurrency,
    LongPolls polls,
    Signals signals,
    Steps steps,
    Mover mover,
    Clock clock,
    Pulse pulse,
    CycleListener listener,
    TakenLimits limits,
    Recall recall) {

  /** Puts them together. */
  public CycleActivities assemble() {
    AgentFleet fleet = new AgentFleet(concurrency);
    Visitor visitor = new Visitor(client, fleet, polls, clock);
    Deciding deciding =
        new Deciding(records, steps, new WaitReasonChanges(), new Announcer(records), limits);
    Delivery delivery = new Delivery(records, new Dispatch(client, fleet), signals);
    Memory memory = new Memory(records, recall);
    return new CycleActivitiesImpl(
        this,
        new WholeCycle(this, memory, visitor, deciding, delivery),
        new BatchedCycle(this, memory, visitor, deciding, delivery));
  }
}
