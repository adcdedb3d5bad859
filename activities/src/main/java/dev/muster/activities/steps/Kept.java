package dev.muster.activities.steps;

import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import java.util.function.Function;

/** The last used values that never change for their key. */
final class Kept<K, V> {

  private final int limit;
  private final Map<K, V> values =
      new LinkedHashMap<>(16, 0.75f, true) {
        private static final long serialVersionUID = 1L;

        @Override
        protected boolean removeEldestEntry(Map.Entry<K, V> eldest) {
          return size() > limit;
        }
      };

  Kept(int limit) {
    this.limit = limit;
  }

  /** The value; it is looked up when it is not kept, and kept if there is one. */
  Optional<V> get(K key, Function<K, Optional<V>> lookUp) {
    synchronized (values) {
      V known = values.get(key);
      if (known != null) {
        return Optional.of(known);
      }
    }
    Optional<V> found = lookUp.apply(key);
    found.ifPresent(value -> {
      synchronized (values) {
        values.put(key, value);
      }
    });
    return found;
  }
}
