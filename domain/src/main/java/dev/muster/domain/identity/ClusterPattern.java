package dev.muster.domain.identity;

import com.fasterxml.jackson.annotation.JsonCreator;
import com.fasterxml.jackson.annotation.JsonValue;
import dev.muster.domain.cluster.ClusterName;
import java.util.regex.Pattern;

/** Which clusters: a name in which {@code *} stands for any characters, or none. */
public record ClusterPattern(@JsonValue String value) {

  /** As a regular expression that documents show. */
  public static final String PATTERN = "^[-a-z0-9*]{1,63}$";

  private static final Pattern FORM = Pattern.compile(PATTERN);

  /** Every cluster, those too that there are not yet. */
  public static final ClusterPattern ALL = new ClusterPattern("*");

  /**
   * @throws IllegalArgumentException if no cluster's name can match it
   */
  @JsonCreator(mode = JsonCreator.Mode.DELEGATING)
  public ClusterPattern {
    if (!FORM.matcher(value).matches()) {
      throw new IllegalArgumentException(
          "cluster: '%s' (expected: 1 to 63 lower-case letters, digits, '-' or '*', such as prod-*)"
              .formatted(value));
    }
  }

  public boolean matches(ClusterName cluster) {
    return matches(cluster.value());
  }

  /** Whether there is no cluster that it does not match. */
  public boolean isAll() {
    return value.chars().allMatch(character -> character == '*');
  }

  /** For SQL's {@code like}; nothing in a pattern has to be escaped there. */
  public String like() {
    return value.replace('*', '%');
  }

  /** Whether any name fits, such as a playbook's. The last star alone has to be tried again. */
  public boolean matches(String name) {
    int star = -1;
    int resume = 0;
    int at = 0;
    int in = 0;
    while (in < name.length()) {
      if (at < value.length() && value.charAt(at) == '*') {
        star = at++;
        resume = in;
      } else if (at < value.length() && value.charAt(at) == name.charAt(in)) {
        at++;
        in++;
      } else if (star >= 0) {
        at = star + 1;
        in = ++resume;
      } else {
        return false;
      }
    }
    return value.substring(at).chars().allMatch(character -> character == '*');
  }

  @Override
  public String toString() {
    return value;
  }
}
