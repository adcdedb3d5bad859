package dev.muster.domain.autopilot;

import static org.assertj.core.api.Assertions.assertThat;

import dev.muster.domain.autopilot.PlanCommand.PlatformFile;
import java.util.Optional;
import org.assertj.core.api.InstanceOfAssertFactories;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

final class ChannelIndexTest {

  @Test
  void readsVersionAndFilesOfEachPlatform() {
    ChannelIndex.Offer offer =
        offer(
            """
            channel: v1.27
            eolDate: "2024-06-28"
            version: 1.27.8+k0s.0
            downloadURLs:
            - arch: amd64
              os: linux
              k0s: https://example.org/k0s-amd64
              k0sSha256: cafe
              airgapBundle: https://example.org/bundle-amd64
              airgapSha256: beef
            - arch: arm64
              os: linux
              k0s: https://example.org/k0s-arm64
            - arch: arm
              os: linux
              url: https://example.org/of-a-field-that-nobody-reads
            """);
    assertThat(offer.version()).hasToString("v1.27.8+k0s.0");
    assertThat(offer.k0s())
        .containsOnlyKeys("linux-amd64", "linux-arm64")
        .containsEntry(
            "linux-amd64", new PlatformFile("https://example.org/k0s-amd64", Optional.of("cafe")))
        .containsEntry(
            "linux-arm64", new PlatformFile("https://example.org/k0s-arm64", Optional.empty()));
    assertThat(offer.airgap())
        .containsOnlyKeys("linux-amd64")
        .containsEntry(
            "linux-amd64",
            new PlatformFile("https://example.org/bundle-amd64", Optional.of("beef")));
  }

  @Test
  void readsTheAnswerOfTheOlderProtocol() {
    ChannelIndex.Offer offer =
        offer(
            """
            version: "v1.30.1+k0s.0"
            downloadURLs:
              k0s:
                linux-amd64: "https://example.org/k0s-amd64"
              airgap:
                linux-airgap-bundle-amd64: "https://example.org/bundle-amd64"
            """);
    assertThat(offer.k0s())
        .containsEntry(
            "linux-amd64", new PlatformFile("https://example.org/k0s-amd64", Optional.empty()));
    assertThat(offer.airgap())
        .containsEntry(
            "linux-amd64", new PlatformFile("https://example.org/bundle-amd64", Optional.empty()));
  }

  @Test
  void readsJsonAndNamesInAnyCaseAsGoDoes() {
    ChannelIndex.Offer offer =
        offer(
            "{\"Version\":\"v1.2.3\",\"downloadurls\":[{\"OS\":\"linux\",\"Arch\":\"arm\",\"K0S\":\"http://a/b\"}]}");
    assertThat(offer.k0s()).containsOnlyKeys("linux-arm");
  }

  @Test
  void aVersionWithoutFilesIsAnOfferOfNothing() {
    assertThat(offer("version: v99.99.99+k0s.0\n").k0s()).isEmpty();
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "",
        "- 1",
        "just text",
        "version: latest",
        "version: 3",
        "a: [",
        "channel: stable",
        "<html><body>502</body></html>",
        "version: !!python/object v1.2.3"
      })
  void whatOffersNoVersionIsUnusableAndSaysWhy(String text) {
    assertThat(ChannelIndex.read(text))
        .asInstanceOf(InstanceOfAssertFactories.type(ChannelIndex.Unusable.class))
        .extracting(ChannelIndex.Unusable::why, InstanceOfAssertFactories.STRING)
        .isNotBlank();
  }

  private static ChannelIndex.Offer offer(String text) {
    ChannelIndex index = ChannelIndex.read(text);
    assertThat(index).isInstanceOf(ChannelIndex.Offer.class);
    return (ChannelIndex.Offer) index;
  }
}
