package dev.muster.standalone.engine;

import org.springframework.boot.context.properties.ConfigurationProperties;
import org.springframework.boot.context.properties.bind.DefaultValue;
import org.springframework.util.unit.DataSize;

/**
 * The embedded engine, {@code muster.engine.*}.
 *
 * @param memory that it may cost; then it is replaced in place by an empty one
 */
@ConfigurationProperties("muster.engine")
public record EngineSettings(@DefaultValue("192MB") DataSize memory) {

  private static final DataSize LEAST = DataSize.ofKilobytes(100);

  public EngineSettings {
    if (memory.compareTo(LEAST) < 0) {
      throw new IllegalArgumentException(
          "muster.engine.memory: %s (expected: >= %dKB)".formatted(memory, LEAST.toKilobytes()));
    }
  }
}
