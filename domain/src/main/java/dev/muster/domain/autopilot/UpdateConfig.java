package dev.muster.domain.autopilot;

import dev.muster.domain.run.Window;
import dev.muster.domain.timetable.GoCron;
import java.time.ZoneId;
import java.util.List;
import java.util.SortedMap;
import java.util.TreeMap;
import tools.jackson.databind.JsonNode;

/**
 * An update configuration that was read and admitted: where newer versions are looked for, when a
 * plan of one may be made, and what that plan does.
 *
 * @param server scheme and host, perhaps a path; no slash at the end
 * @param commands of the plan, as they were written: without versions and files, which the server
 *     names; never none
 * @param beside what {@code muster.dev/} annotations say of the plan ({@link PlanTerms})
 */
public record UpdateConfig(
    String name,
    String channel,
    String server,
    Strategy strategy,
    List<JsonNode> commands,
    SortedMap<String, String> beside) {

  /** When it looks at the server. */
  public sealed interface Strategy {

    /** Again and again within a window. */
    record Periodic(Window window) implements Strategy {}

    /** At these times, whenever that is. Asks the server by the older protocol. */
    record Scheduled(GoCron cron, ZoneId zone) implements Strategy {}
  }

  public UpdateConfig {
    commands = List.copyOf(commands);
    beside = new TreeMap<>(beside);
  }
}
