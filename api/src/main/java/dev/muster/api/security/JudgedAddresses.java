package dev.muster.api.security;

import java.util.List;
import java.util.stream.Stream;

/**
 * The addresses below which {@link AccessGuard} judges each request, where it is known which method
 * answers it: the API's own, and those of the façade that speaks OpenStack Senlin's API.
 */
public final class JudgedAddresses {

  private static final String OWN = "/v1";

  /** Of the façade. */
  public static final String SENLIN = "/senlin";

  private static final List<String> ROOTS = List.of(OWN, SENLIN);

  /** Those that only say which versions the façade speaks; clients ask before they send a token. */
  public static final List<String> FOR_EVERYBODY =
      List.of(SENLIN, SENLIN + "/", SENLIN + "/v1", SENLIN + "/v1/");

  private JudgedAddresses() {}

  /** As Spring and servlets write them. */
  public static String[] patterns(String rest) {
    return ROOTS.stream().map(root -> root + rest).toArray(String[]::new);
  }

  /** Whether an address is one of them. */
  public static boolean has(String path) {
    return path.startsWith(OWN + "/") || isSenlins(path);
  }

  /** Whether an address is one of the façade. */
  public static boolean isSenlins(String path) {
    return Stream.of("", "/").anyMatch(end -> path.equals(SENLIN + end))
        || path.startsWith(SENLIN + "/");
  }
}
