package dev.muster.worker.logs;

import dev.muster.domain.log.LogBounds;
import org.springframework.boot.context.properties.ConfigurationProperties;
import org.springframework.boot.context.properties.bind.DefaultValue;
import org.springframework.util.unit.DataSize;

/**
 * How much is kept of what an action printed, {@code muster.logs.*}.
 *
 * @param kept of a log; a quarter of it is the beginning
 * @param followed of a log while somebody follows: so far behind a follower may be
 */
@ConfigurationProperties("muster.logs")
public record LogSettings(
    @DefaultValue("1MB") DataSize kept, @DefaultValue("64MB") DataSize followed) {

  private static final DataSize LEAST = DataSize.ofKilobytes(512);
  private static final DataSize MOST = DataSize.ofMegabytes(256);

  public LogSettings {
    check("kept", kept, LEAST);
    check("followed", followed, kept);
  }

  private static void check(String name, DataSize size, DataSize least) {
    if (size.compareTo(least) < 0 || size.compareTo(MOST) > 0) {
      throw new IllegalArgumentException(
          "muster.logs.%s: %s (expected: %s to %s)".formatted(name, size, least, MOST));
    }
  }

  LogBounds whenComplete() {
    return LogBounds.of(kept.toBytes());
  }

  LogBounds whileFollowed() {
    return whenComplete().withTail(followed.toBytes());
  }
}
