package dev.muster.worker.core;

import java.util.List;
import java.util.Locale;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.springframework.boot.context.properties.ConfigurationProperties;
import org.springframework.boot.context.properties.bind.DefaultValue;

/**
 * What steps with {@code runs: core} may reach, {@code muster.core.*}. Said here and by no
 * playbook.
 *
 * @param hosts names or addresses of servers, in which {@code *} stands for any characters
 * @param caCertificate a file in PEM with the authorities to believe; empty for Java's
 */
@ConfigurationProperties("muster.core")
public record CoreSettings(
    @DefaultValue("*") List<String> hosts, @DefaultValue("") String caCertificate) {

  /** Java's authorities, and every host. */
  public static final CoreSettings DEFAULT = new CoreSettings(List.of("*"), "");

  public CoreSettings {
    hosts = List.copyOf(hosts);
    hosts.stream()
        .filter(host -> !host.matches("[*.:\\[\\]A-Za-z0-9-]+"))
        .findFirst()
        .ifPresent(host -> {
          throw new IllegalArgumentException(
              "muster.core.hosts: '%s' (expected: names of hosts such as hooks.example.com or *.example.com, without a port)"
                  .formatted(host));
        });
  }

  /** Whether a host may be asked. */
  boolean allows(String host) {
    return hosts.stream().anyMatch(pattern -> matches(pattern, host));
  }

  private static boolean matches(String pattern, String host) {
    String regex =
        Stream.of(pattern.toLowerCase(Locale.ROOT).split("\\*", -1))
            .map(Pattern::quote)
            .collect(Collectors.joining(".*"));
    return host.toLowerCase(Locale.ROOT).matches(regex);
  }
}
