package dev.muster.api.security;

import java.util.List;
import java.util.stream.Stream;

/**
 * The addresses below which {@link AccessGuard} judges each request, where it is known which method
 * answers it: the API's own, and those of the façades that speak OpenStack Senlin's API, and
 * Kubernetes'.
 */
public final class JudgedAddresses {

  private static final String OWN = "/v1";

  public static final String SENLIN = "/senlin";
  public static final String KUBERNETES = "/k8s";

  private static final List<String> ROOTS = List.of(OWN, SENLIN, KUBERNETES);

  /**
   * Those that only say which versions of Senlin's API there are; clients ask before they send a
   * token.
   */
  public static final List<String> FOR_EVERYBODY =
      List.of(SENLIN, SENLIN + "/", SENLIN + "/v1", SENLIN + "/v1/");

  private JudgedAddresses() {}

  /** As Spring and servlets write them. */
  public static String[] patterns(String rest) {
    return ROOTS.stream().map(root -> root + rest).toArray(String[]::new);
  }

  /** Whether an address is one of them. */
  public static boolean has(String path) {
    return path.startsWith(OWN + "/") || path.startsWith(KUBERNETES + "/") || isSenlins(path);
  }

  /** Whether an address is one of Senlin's. */
  public static boolean isSenlins(String path) {
    return Stream.of("", "/").anyMatch(end -> path.equals(SENLIN + end))
        || path.startsWith(SENLIN + "/");
  }
}
