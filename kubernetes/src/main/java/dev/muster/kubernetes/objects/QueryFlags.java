package dev.muster.kubernetes.objects;

import java.util.Locale;
import java.util.Set;

/** Yes and no in a query, as Kubernetes' server reads them: all but two words are yes. */
final class QueryFlags {

  private static final Set<String> NO = Set.of("false", "0");

  private QueryFlags() {}

  static boolean isSet(String text) {
    return !NO.contains(text.toLowerCase(Locale.ROOT));
  }
}
