package dev.muster.domain.playbook;

import static dev.muster.domain.playbook.PlaybookTexts.json;
import static dev.muster.domain.playbook.PlaybookTexts.playbook;
import static dev.muster.domain.playbook.PlaybookTexts.stage;
import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import tools.jackson.databind.JsonNode;

final class ParametersTest {

  private static final Parameters PARAMETERS =
      new Parameters(
          playbook(
                  stage()
                      .replace(
                          "stages:",
                          """
                          params:
                            name: {type: string, pattern: "^[a-z]+$"}
                            count: {type: integer, minimum: 1, default: 2}
                            ratio: {type: number, default: 1}
                            flag: {type: boolean, default: false}
                            list: {type: array, items: {type: string}, default: []}
                            size: {enum: [small, large], default: small}
                            any: {default: x}
                          stages:\
                          """))
              .typed()
              .params());

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '~',
      textBlock =
          """
          {'name':'a'}                | /name  | 'a'
          {'name':'a'}                | /count | 2
          {'name':'a'}                | /ratio | 1.0
          {'name':'a','ratio':3}      | /ratio | 3.0
          {'name':'a','count':5}      | /count | 5
          {'name':'a','count':'5'}    | /count | 5
          {'name':'a','flag':'true'}  | /flag  | true
          {'name':'a','list':'[\\'b\\']'} | /list | ['b']
          {'name':true}               | /name  | 'true'
          {'name':'a','any':'5'}      | /any   | '5'
          {'name':'a','any':null}     | /any   | null
          """)
  void aValueIsWhatIsGivenOrTheDefault(String given, String pointer, String expected) {
    List<Finding> findings = new ArrayList<>();

    assertThat(PARAMETERS.values(read(given), findings).at(pointer)).isEqualTo(json(expected));
    assertThat(findings).isEmpty();
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '~',
      textBlock =
          """
          {}                             | /params/name   | 'name' is missing (expected: a value of type string)
          {'name':'A'}                   | /params/name   | 'name': 'A' (expected: a text that matches ^[a-z]+$)
          {'name':5}                     | /params/name   | 'name': '5' (expected: a text that matches ^[a-z]+$)
          {'name':1.5}                   | /params/name   | 'name': 1.5 (expected: a value of type string)
          {'name':'a','count':0}         | /params/count  | 'count': 0 (expected: at least 1)
          {'name':'a','count':'many'}    | /params/count  | 'count': 'many' (expected: a value of type integer)
          {'name':'a','count':1.5}       | /params/count  | 'count': 1.5 (expected: a value of type integer)
          {'name':'a','list':[1]}        | /params/list/0 | 'list': 1 (expected: a value of type string)
          {'name':'a','size':'huge'}     | /params/size   | 'size': 'huge' (expected: one of small, large)
          {'name':'a','cuont':1}         | /params/cuont  | 'cuont' is no parameter (did you mean 'count'?)
          [1]                            | /params        | [1] (expected: a map from parameter to value)
          """)
  void whatDoesNotFitIsTold(String given, String path, String message) {
    List<Finding> findings = new ArrayList<>();
    PARAMETERS.values(read(given), findings);

    assertThat(findings).containsExactly(new Finding(path, message));
  }

  @Test
  void aTextThatNoDatabaseTakesIsTold() {
    List<Finding> findings = new ArrayList<>();
    PARAMETERS.values(json("{'name': 'a\\u0000'}"), findings);
    PARAMETERS.values(json("{'name': 'a', 'list': ['\\ud83d']}"), findings);

    assertThat(findings).extracting(Finding::path).containsExactly("/params/name", "/params/list");
  }

  private static JsonNode read(String text) {
    return json(text.replace("\\'", "\\\""));
  }
}
