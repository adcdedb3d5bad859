package dev.muster.domain.secret;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.muster.domain.protocol.WireFormat;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import tools.jackson.databind.JsonNode;

/** How references to secrets are found and resolved. */
final class SecretReferencesTest {

  @Test
  void everyTextIsSearchedAndNamesOfFieldsAreNot() {
    JsonNode args =
        json(
            """
            {"a": ["${secrets.one}", {"b": "x${secrets.two}y${secrets.one}"}], "${secrets.three}": 1}
            """);
    assertThat(SecretReferences.in(args))
        .extracting(SecretName::value)
        .containsExactly("one", "two");
  }

  @Test
  void theValueTakesThePlaceAndNothingElseChanges() {
    JsonNode args =
        json(
            "{\"a\": [\"${secrets.one}\", 5, null, true], \"b\": \"x${secrets.one}y\", \"c\": {}}");
    assertThat(SecretReferences.resolved(args, name -> "$1\\ \"" + name + "\""))
        .isEqualTo(
            json(
                """
                {"a": ["$1\\\\ \\"one\\"", 5, null, true], "b": "x$1\\\\ \\"one\\"y", "c": {}}
                """));
  }

  @Test
  void aValueThatLooksLikeAReferenceIsNotResolvedAgain() {
    JsonNode resolved =
        SecretReferences.resolved(json("{\"a\": \"${secrets.one}\"}"), name -> "${secrets.two}");
    assertThat(resolved.path("a").stringValue()).isEqualTo("${secrets.two}");
  }

  @Test
  void aTreeWithoutReferencesIsReturnedAsItIs() {
    JsonNode args = json("{\"a\": [\"${node.id}\", \"$${x}\"]}");
    assertThat(SecretReferences.resolved(args, name -> "no")).isSameAs(args);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "${secrets.A}",
        "${secrets.}",
        "${ secrets.a }",
        "${secrets.a.b}",
        "${secrets.a",
        "{secrets.a}",
        "${secret.a}",
        "${secrets.1a}"
      })
  void whatOnlyResemblesAReferenceIsNone(String text) {
    assertThat(SecretReferences.count(text)).isZero();
  }

  @Test
  void aNameHasSmallLettersDigitsAndUnderscores() {
    assertThat(SecretReferences.of("secrets.db_password2"))
        .contains(new SecretName("db_password2"));
    assertThat(SecretReferences.of("secrets.db_password + 'x'")).isEmpty();
    assertThat(SecretReferences.of("secrets.a" + "b".repeat(63))).isEmpty();
    assertThatThrownBy(() -> new SecretName("Db")).hasMessageContaining("secret: 'Db' (expected: ");
  }

  @Test
  void namesOfSettingsAreComparedWithoutDashes() {
    assertThat(new SecretName("db_password").key())
        .isEqualTo(SecretName.key("db-password"))
        .isEqualTo(SecretName.key("DBPASSWORD"));
  }

  private static JsonNode json(String text) {
    return WireFormat.JSON.readTree(text);
  }
}
