package dev.muster.cli.rest;

import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** A path below {@code /v1} with its query; every piece is encoded. */
public final class ApiPath {
  private final String path;
  private final List<String> query;

  private ApiPath(String path, List<String> query) {
    this.path = path;
    this.query = List.copyOf(query);
  }

  /** The path {@code /v1/a/b/c}. */
  public static ApiPath of(String... segments) {
    StringBuilder path = new StringBuilder("/v1");
    for (String segment : segments) {
      path.append('/').append(encode(segment));
    }
    return new ApiPath(path.toString(), List.of());
  }

  /** This path with a query parameter, in place of the one that has the name. */
  public ApiPath with(String name, String value) {
    List<String> longer = new ArrayList<>(query);
    longer.removeIf(one -> one.startsWith(encode(name) + "="));
    longer.add(encode(name) + "=" + encode(value));
    return new ApiPath(path, longer);
  }

  /** This path with one more query parameter, if it has a value. */
  public ApiPath with(String name, Optional<String> value) {
    return value.map(given -> with(name, given)).orElse(this);
  }

  @Override
  public String toString() {
    return query.isEmpty() ? path : path + "?" + String.join("&", query);
  }

  private static String encode(String text) {
    return URLEncoder.encode(text, StandardCharsets.UTF_8).replace("+", "%20");
  }
}
