package dev.muster.domain.core;

import static org.assertj.core.api.Assertions.assertThat;

import dev.muster.domain.action.ActionKind;
import dev.muster.domain.protocol.WireFormat;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** What the kinds take, which is told before a run starts. */
final class CoreKindTest {

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '`',
      value = {
        "wait    | {'for': '30s'}",
        "wait    | {'until': '2026-11-23T22:00:00+01:00'}",
        "http    | {'url': 'https://cmdb.example/x?y=1', 'method': 'GET', 'expect': 'success'}",
        "http    | {'url': 'http://10.0.0.1:8080', 'headers': {'X-A': '${secrets.token}'}}",
        "http    | {'url': 'https://x.example/${secrets.token}', 'every': '1s', 'timeout': '10s'}",
        "http    | {'url': 'https://x.example', 'body': {'a': [1, null]}, 'method': 'PATCH'}",
        "webhook | {'url': 'https://x.example', 'key': '${secrets.hook_key}', 'body': {'a': 1}}"
      })
  void whatFitsIsTaken(String kind, String args) {
    assertThat(problem(kind, args)).isEqualTo("none");
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '`',
      value = {
        "wait    | {}                                     | none is given (expected: one of them)",
        "wait    | {'for': '1s', 'until': '2026-01-01T00:00:00Z'} | both are given",
        "wait    | {'for': 'soon'}                        | for: \"soon\" (expected: a duration",
        "wait    | {'for': '0s'}                          | a duration between 1ms and",
        "wait    | {'until': '22:00'}                     | a time with its offset",
        "wait    | {'seconds': 3}                 | unknown argument 'seconds' (expected: for, until)",
        "http    | {}                                     | 'url' is missing",
        "http    | {'url': 'ftp://x.example'}             | an http or https URL",
        "http    | {'url': 'https://me:secret@x.example'} | without a user",
        "http    | {'url': '/relative'}                   | an http or https URL",
        "http    | {'url': 'https://x.example', 'method': 'TRACE'}  | one of GET, POST",
        "http    | {'url': 'https://x.example', 'method': 1}        | method: 1 (expected: a text)",
        "http    | {'url': 'https://x.example', 'headers': {'Host': 'y'}} | which Muster sets",
        "http    | {'url': 'https://x.example', 'headers': {'A B': 'y'}}  | the name of a header",
        "http    | {'url': 'https://x.example', 'headers': {'A': 'x\\r\\nB: y'}}  | in one line",
        "http    | {'url': 'https://x.example', 'expect': 'luck'}   | one of changes, success",
        "webhook | {'url': 'https://x.example'}                     | 'key' is missing",
        "webhook | {'url': 'https://x.example', 'key': 'everybody-may-read-this'} | may read",
      })
  void whatDoesNotFitIsSaidWithWhatWould(String kind, String args, String said) {
    assertThat(problem(kind, args)).contains(said);
  }

  @Test
  void aKindOfAnAgentIsNone() {
    assertThat(CoreKind.of(new ActionKind("service.restart"))).isEmpty();
    assertThat(CoreKind.words()).isEqualTo("http, wait, webhook");
  }

  private static String problem(String kind, String args) {
    return CoreKind.of(new ActionKind(kind.strip()))
        .orElseThrow()
        .problem(WireFormat.JSON.readTree(args.replace('\'', '"')))
        .orElse("none");
  }
}
