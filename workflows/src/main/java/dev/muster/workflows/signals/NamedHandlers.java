package dev.muster.workflows.signals;

import dev.muster.workflows.contract.CommandOutcome;
import io.temporal.common.converter.EncodedValues;
import io.temporal.workflow.DynamicSignalHandler;
import io.temporal.workflow.DynamicUpdateHandler;
import io.temporal.workflow.Workflow;

/**
 * The handlers of signals and updates whose names no method has: what is misspelt is answered, and
 * friendlier names of updates are taken, which may be those of signals.
 */
public final class NamedHandlers {

  /** Takes what was said, under any name. */
  public interface Listener {

    /** Only keeps it; nobody waits for an answer. */
    void signal(WorkflowMessage message);

    /**
     * Looks at an update before it is accepted.
     *
     * @throws IllegalArgumentException to reject it, with the reason
     */
    void validate(WorkflowMessage message);

    /** Carries out an update. */
    CommandOutcome update(WorkflowMessage message);
  }

  private NamedHandlers() {}

  /**
   * To be called by the workflow's method, not by its constructor: what came before is handed over
   * at once, and only the methods' own names are known by then.
   */
  public static void register(Listener listener) {
    Workflow.registerListener(new Signals(listener));
    Workflow.registerListener(new Updates(listener));
  }

  private record Signals(Listener listener) implements DynamicSignalHandler {

    @Override
    public void handle(String name, EncodedValues values) {
      listener.signal(WorkflowMessage.of(name, values));
    }

    @Override
    public String getDescription() {
      return "Any other name: ignored, shown in the current details and kept in the audit";
    }
  }

  private record Updates(Listener listener) implements DynamicUpdateHandler {

    @Override
    public void handleValidate(String name, EncodedValues values) {
      listener.validate(WorkflowMessage.of(name, values));
    }

    @Override
    public Object handleExecute(String name, EncodedValues values) {
      return listener.update(WorkflowMessage.of(name, values));
    }

    @Override
    public String getDescription() {
      return "The signals' names with the signals' input: carried out, and answered";
    }
  }
}
