package dev.muster.records.nodes;

import java.util.List;
import java.util.Map;
import java.util.Objects;

/**
 * What an agent says of itself and its node that hardly ever changes.
 *
 * @param platform empty if the agent does not tell it
 * @param sensitive names of arguments whose values nobody is shown
 */
public record NodeFacts(
    String platform,
    String agentVersion,
    Map<String, String> attributes,
    List<String> kinds,
    List<String> sensitive) {

  /**
   * A number that is equal for equal facts, in every process, and hardly ever 0. So facts that are
   * known need not be written again.
   */
  public int fingerprint() {
    return Objects.hash(platform, agentVersion, attributes, kinds, sensitive);
  }
}
