package dev.muster.agent.http;

import dev.muster.domain.request.AllowedHosts;
import java.net.InetAddress;
import java.net.UnknownHostException;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.function.Supplier;

/**
 * The names that this host gives itself: whole, and without the domain. Looked up once, and only
 * when they are wanted: a resolver may take seconds.
 */
final class OwnNames implements Supplier<AllowedHosts> {

  private Optional<AllowedHosts> known = Optional.empty();

  @Override
  public synchronized AllowedHosts get() {
    AllowedHosts names = known.orElseGet(OwnNames::lookedUp);
    known = Optional.of(names);
    return names;
  }

  private static AllowedHosts lookedUp() {
    try {
      InetAddress host = InetAddress.getLocalHost();
      Set<String> names = new TreeSet<>();
      for (String name : List.of(host.getHostName(), host.getCanonicalHostName())) {
        names.add(name);
        if (!name.matches("[0-9.]+|.*:.*")) {
          names.add(name.split("\\.", 2)[0]);
        }
      }
      return AllowedHosts.of(names);
    } catch (UnknownHostException | IllegalArgumentException nameless) {
      return AllowedHosts.NONE;
    }
  }
}
