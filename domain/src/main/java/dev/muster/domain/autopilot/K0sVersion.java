package dev.muster.domain.autopilot;

import dev.muster.domain.shown.Shortened;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * A version of k0s, such as {@code v1.30.1-rc.1+k0s.0}. In order of semver; where that sees no
 * difference, of what stands behind the plus, which k0s counts up for builds of one Kubernetes.
 */
public record K0sVersion(List<Integer> core, String release, String build)
    implements Comparable<K0sVersion> {

  private static final Pattern TEXT =
      Pattern.compile(
          "v?([0-9]{1,9})[.]([0-9]{1,9})[.]([0-9]{1,9})(?:-([0-9A-Za-z.-]+))?(?:[+]([0-9A-Za-z.-]+))?");

  private static final int LONGEST_TEXT = 100;

  private static final Comparator<K0sVersion> ORDER =
      Comparator.<K0sVersion>comparingInt(version -> version.core.get(0))
          .thenComparingInt(version -> version.core.get(1))
          .thenComparingInt(version -> version.core.get(2))
          .thenComparing(version -> version.release.isEmpty())
          .thenComparing(K0sVersion::release, K0sVersion::byParts)
          .thenComparing(K0sVersion::build, K0sVersion::byParts);

  public K0sVersion {
    core = List.copyOf(core);
  }

  /**
   * Reads a version; the {@code v} may be missing.
   *
   * @throws IllegalArgumentException if it is none
   */
  public static K0sVersion parse(String text) {
    return find(text)
        .orElseThrow(() ->
            new IllegalArgumentException(
                "version: '%s' (expected: a version of k0s, such as v1.30.1+k0s.0)"
                    .formatted(Shortened.to(LONGEST_TEXT, text))));
  }

  /** The version that a text is; empty if it is none. */
  public static Optional<K0sVersion> find(String text) {
    Matcher read = TEXT.matcher(text.strip());
    if (text.length() > LONGEST_TEXT || !read.matches()) {
      return Optional.empty();
    }
    List<Integer> core =
        List.of(number(read.group(1)), number(read.group(2)), number(read.group(3)));
    return Optional.of(new K0sVersion(core, orEmpty(read, 4), orEmpty(read, 5)));
  }

  private static int number(String digits) {
    return Integer.parseInt(digits);
  }

  private static String orEmpty(Matcher read, int group) {
    return Optional.ofNullable(read.group(group)).orElse("");
  }

  public boolean isNewerThan(K0sVersion other) {
    return compareTo(other) > 0;
  }

  @Override
  public int compareTo(K0sVersion other) {
    return ORDER.compare(this, other);
  }

  /** Part by part: numbers by value and before words; more parts are more. */
  private static int byParts(String left, String right) {
    String[] mine = left.split("[.]", -1);
    String[] others = right.split("[.]", -1);
    for (int i = 0; i < Math.min(mine.length, others.length); i++) {
      int order = byPart(mine[i], others[i]);
      if (order != 0) {
        return order;
      }
    }
    return Integer.compare(mine.length, others.length);
  }

  private static int byPart(String left, String right) {
    boolean isNumber = left.matches("[0-9]{1,18}");
    if (isNumber != right.matches("[0-9]{1,18}")) {
      return left.isEmpty() || (isNumber && !right.isEmpty()) ? -1 : 1;
    }
    return isNumber
        ? Long.compare(Long.parseLong(left), Long.parseLong(right))
        : left.compareTo(right);
  }

  /** As k0s prints it. */
  @Override
  public String toString() {
    return "v%d.%d.%d%s%s"
        .formatted(
            core.get(0),
            core.get(1),
            core.get(2),
            release.isEmpty() ? "" : "-" + release,
            build.isEmpty() ? "" : "+" + build);
  }
}
