package dev.muster.domain.playbook;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

/** What a playbook may say of what is sensitive. */
final class SensitiveTest {

  @Test
  void namesParametersAndArguments() {
    assertThat(read("", "\"${params.password}\""))
        .isInstanceOfSatisfying(
            DocumentReading.Valid.class,
            valid -> assertThat(valid.playbook().sensitive()).containsExactly("password"));
  }

  @Test
  void mustNotStandInTheDocument() {
    assertThat(read(", default: hunter2", "hunter2"))
        .isInstanceOfSatisfying(
            DocumentReading.Invalid.class,
            invalid ->
                assertThat(invalid.findings())
                    .extracting(Finding::path)
                    .anyMatch(path -> path.startsWith("/params/password/default"))
                    .anyMatch(path -> path.startsWith("/stages/0/steps/0/args/list/0/password"))
                    .hasSize(2));
  }

  private static DocumentReading read(String more, String value) {
    return PlaybookReader.read(
        """
        apiVersion: muster/v1
        kind: Playbook
        metadata: {name: p}
        sensitive: [password]
        params:
          password: {type: string%s}
        stages:
          - name: s
            targets: {select: ""}
            steps:
              - {name: a, action: test.success, args: {list: [{password: %s}]}}
        """
            .formatted(more, value));
  }
}
