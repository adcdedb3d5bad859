package dev.muster.agent.artifact;

import dev.muster.agent.process.WorkFolders;
import java.util.List;
import java.util.Map;

/**
 * What may be installed on this node.
 *
 * @param targets folders in which files may be installed, and below
 * @param files folders from which files may be taken, and below
 * @param owners to whom files may be given, {@code USER} or {@code USER:GROUP}
 * @param unhashed whether the hash may be left out
 * @param sources ways to download, by the names by which actions refer to them
 */
public record ArtifactRules(
    WorkFolders targets,
    WorkFolders files,
    List<String> owners,
    Unhashed unhashed,
    Map<String, ArtifactSource> sources) {

  /** The source of an action that names none. */
  public static final String USUAL_SOURCE = "default";

  public ArtifactRules {
    owners = List.copyOf(owners);
    sources = Map.copyOf(sources);
  }

  /** What becomes of an artifact of which nobody said the hash. */
  public enum Unhashed {
    /** It is not installed. */
    REFUSED,
    /** It is installed as it comes. */
    TAKEN
  }
}
