package dev.muster.domain.protocol;

/**
 * The names of the protocols that agents speak, as nodes are registered with them. A playbook's
 * {@code apiVersion} is {@code muster/v1} too; that is the version of a document, and the two
 * change apart from each other.
 */
public final class AgentProtocol {

  /** The protocol of Muster's own agents. */
  public static final String MUSTER_V1 = "muster/v1";

  private AgentProtocol() {}
}
