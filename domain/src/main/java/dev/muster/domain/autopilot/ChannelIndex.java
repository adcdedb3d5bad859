package dev.muster.domain.autopilot;

import dev.muster.domain.autopilot.PlanCommand.PlatformFile;
import dev.muster.domain.playbook.DocumentText;
import dev.muster.domain.playbook.Finding;
import java.util.Map;
import java.util.Optional;
import java.util.SortedMap;
import java.util.TreeMap;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.MissingNode;

/**
 * What an update server says of a channel, in YAML or JSON. {@code downloadURLs} is a list of
 * {@code {os, arch, k0s, k0sSha256, airgapBundle, airgapSha256}} in an {@code index.yaml}, and
 * addresses by kind and platform, without checksums, in the answer of the older protocol; either is
 * read from either. Names of fields count without regard to case, as Go reads them.
 */
public sealed interface ChannelIndex {

  int MOST_MEBIBYTES = 1;
  int MOST_VALUES = 10_000;

  /**
   * The version that is offered.
   *
   * @param k0s binaries by platform, {@code linux-amd64}
   * @param airgap bundles of images by platform
   */
  record Offer(
      K0sVersion version,
      SortedMap<String, PlatformFile> k0s,
      SortedMap<String, PlatformFile> airgap)
      implements ChannelIndex {}

  /**
   * It offers nothing that can be used.
   *
   * @param why one sentence
   */
  record Unusable(String why) implements ChannelIndex {}

  /** Reads an answer; whatever it is, there is a result. */
  static ChannelIndex read(String text) {
    DocumentText document =
        DocumentText.read(
            text,
            new DocumentText.Rules(
                "the index of a channel",
                MOST_MEBIBYTES,
                MOST_VALUES,
                DocumentText.UnknownTags.REFUSED));
    if (document.root().isEmpty()) {
      return new Unusable(
          document.findings().stream().findFirst().map(Finding::message).orElse("unreadable"));
    }
    JsonNode root = document.root().get();
    String version = textOf(root, "version");
    Optional<K0sVersion> read = K0sVersion.find(version);
    if (read.isEmpty()) {
      return new Unusable(
          "its version is '%s' (expected: a version of k0s, such as v1.30.1+k0s.0)"
              .formatted(SpecFields.shown(version)));
    }
    SortedMap<String, PlatformFile> k0s = new TreeMap<>();
    SortedMap<String, PlatformFile> airgap = new TreeMap<>();
    JsonNode urls = field(root, "downloadURLs");
    if (urls.isArray()) {
      for (JsonNode entry : urls) {
        put(k0s, entry, "k0s", "k0sSha256");
        put(airgap, entry, "airgapBundle", "airgapSha256");
      }
    } else {
      putAll(k0s, field(urls, "k0s"));
      putAll(airgap, field(urls, "airgap"));
    }
    return new Offer(read.get(), k0s, airgap);
  }

  private static void put(
      SortedMap<String, PlatformFile> files, JsonNode entry, String url, String sha256) {
    String platform = "%s-%s".formatted(textOf(entry, "os"), textOf(entry, "arch"));
    String address = textOf(entry, url);
    if (isPlatform(platform) && !address.isEmpty()) {
      files.put(
          platform,
          new PlatformFile(
              address, Optional.of(textOf(entry, sha256)).filter(hash -> !hash.isEmpty())));
    }
  }

  private static void putAll(SortedMap<String, PlatformFile> files, JsonNode byPlatform) {
    for (Map.Entry<String, JsonNode> entry : byPlatform.properties()) {
      String platform = entry.getKey().replace("-airgap-bundle-", "-");
      if (isPlatform(platform) && entry.getValue().isString()) {
        files.put(platform, new PlatformFile(entry.getValue().stringValue(), Optional.empty()));
      }
    }
  }

  private static boolean isPlatform(String text) {
    return text.matches("[a-z0-9]+-[a-z0-9]+");
  }

  private static String textOf(JsonNode object, String name) {
    JsonNode value = field(object, name);
    return value.isString() ? value.stringValue().strip() : "";
  }

  private static JsonNode field(JsonNode object, String name) {
    return object.properties().stream()
        .filter(field -> field.getKey().equalsIgnoreCase(name))
        .map(Map.Entry::getValue)
        .findFirst()
        .orElse(MissingNode.getInstance());
  }
}
