package dev.muster.api.problems;

import static dev.muster.api.fixture.Expect.expect;
import static org.assertj.core.api.Assertions.assertThat;

import dev.muster.api.fixture.Http;
import dev.muster.api.fixture.RunningApi;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** What is almost right is refused with its place, and never guessed at. */
final class StrictTest {

  private final RunningApi api = RunningApi.shared();
  private final Http http = api.http();

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      textBlock =
          """
          /v1/clusters              | {"name":"a","labels":{"x":null}}                          | /labels/x: null (expected: a text)
          /v1/clusters/{c}/nudge    | {"nodes":["node-1",null]}                                 | /nodes/1: null (expected: a node id)
          /v1/clusters/{c}/nodes    | {"id":"n","agent":"http://h:1","labels":{"x":null}}       | /labels/x: null (expected: a text)
          /v1/clusters/{c}/nudge    | null                                                      | body: null (expected: a JSON object, or no body)
          /v1/runs/abcdef/cancel    | null                                                      | body: null (expected: a JSON object, or no body)
          /v1/clusters/{c}/plan     | null                                                      | body: null (expected: a JSON object)
          """)
  void nullIsNoElementAndNoBody(String path, String body, String why) {
    Http.Answer answer = http.post(path.replace("{c}", api.cluster(1)), body);

    expect(answer, 400, "bad-request");
    assertThat(answer.detail()).isEqualTo(why);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      textBlock =
          """
          {"id":"n","agent":"http://h:1","role":false} | /role: 'false' does not fit (expected: a text)
          {"id":"n","agent":"http://h:1","role":7}     | /role: '7' does not fit (expected: a text)
          """)
  void whatIsNoTextIsNotReadAsOne(String body, String why) {
    Http.Answer answer = http.post("/v1/clusters/" + api.cluster(0) + "/nodes", body);

    expect(answer, 400, "bad-request");
    assertThat(answer.detail()).isEqualTo(why);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '`',
      textBlock =
          """
          /v1/clusters?limit=1&limit=2              | 'limit': there 2 times
          /v1/runs?state=Paused&state=Completed     | 'state': there 2 times
          /v1/playbooks/rolling-restart?version=    | 'version': empty
          /v1/runs?state=                           | 'state': empty
          /v1/clusters?limit=-1                     | limit: -1 (expected: 1 to 500)
          """)
  void aParameterThatIsThereTwiceOrEmptyIsNamed(String path, String why) {
    Http.Answer answer = http.get(path);

    expect(answer, 400, "bad-request");
    assertThat(answer.detail()).contains(why);
  }

  @Test
  void anAddressWithASlashAtItsEndIsSaidAsItWasSent() {
    Http.Answer answer = http.get("/v1/clusters/");

    expect(answer, 404, "not-found");
    assertThat(answer.detail())
        .startsWith("nothing is at /v1/clusters/; addresses do not end with '/';");
  }
}
