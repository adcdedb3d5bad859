package dev.muster.bench.measure;

import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.Map;

/** The figures of a benchmark, by name, in the order in which they were put. */
public final class Figures {

  private final Map<String, Object> byName = new LinkedHashMap<>();

  /** Adds a figure, rounded to three significant decimals. */
  public Figures put(String name, double value) {
    byName.put(name, Math.round(value * 1000) / 1000.0);
    return this;
  }

  /** Adds a count. */
  public Figures put(String name, long value) {
    byName.put(name, value);
    return this;
  }

  /** Adds all of {@code others}, their names with a prefix. */
  public Figures under(String prefix, Figures others) {
    others.byName.forEach((name, value) -> byName.put(prefix + name, value));
    return this;
  }

  /** These figures alone. */
  public Figures only(String... names) {
    Figures some = new Figures();
    for (String name : names) {
      some.put(name, value(name));
    }
    return some;
  }

  /** Adds one figure divided by another. */
  public Figures ratio(String name, String of, String to) {
    return put(name, value(of) / value(to));
  }

  private double value(String name) {
    if (byName.get(name) instanceof Number number) {
      return number.doubleValue();
    }
    throw new IllegalArgumentException("no figure " + name);
  }

  /** In the order in which they were put. */
  public Map<String, Object> inOrder() {
    return new LinkedHashMap<>(byName);
  }

  /**
   * The value below which {@code share} of the values lie.
   *
   * @param share between 0 and 1
   */
  static double quantile(Collection<Double> values, double share) {
    double[] sorted = values.stream().mapToDouble(Double::doubleValue).sorted().toArray();
    if (sorted.length == 0) {
      throw new IllegalArgumentException("no values");
    }
    int index = (int) Math.ceil(share * sorted.length) - 1;
    return sorted[Math.clamp(index, 0, sorted.length - 1)];
  }
}
