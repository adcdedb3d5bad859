package dev.muster.domain.sensitive;

import static org.assertj.core.api.Assertions.assertThat;

import dev.muster.domain.protocol.ActionReport.Failure;
import dev.muster.domain.protocol.WireFormat;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import tools.jackson.databind.JsonNode;

/** What is shown of what is sensitive. */
final class MaskingTest {

  private static final String SECRET = "correct-horse-battery-staple";
  private static final Masking MASKING =
      Masking.of(
          List.of("password", "pin"),
          json("{'password':'%s','pin':471199,'user':'ada'}".formatted(SECRET)));

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      textBlock =
          """
          {'password':'other'}                        | {'password':'•••'}
          {'a':[{'password':{'x':1}}]}                | {'a':[{'password':'•••'}]}
          {'argv':['login','--password=SECRET','x']}  | {'argv':['login','--password=•••','x']}
          {'count':471199,'text':'pin 471199!'}       | {'count':'•••','text':'pin •••!'}
          {'SECRET':1}                                | {'SECRET':1}
          {'Password':'x','user':'ada','n':1,'b':true}| {'Password':'x','user':'ada','n':1,'b':true}
          {'password':null}                           | {'password':null}
          """)
  void hidesWhatStandsUnderASensitiveNameAndItsValueEverywhereElse(String real, String shown) {
    assertThat(MASKING.shown(json(real.replace("SECRET", SECRET))))
        .isEqualTo(json(shown.replace("SECRET", SECRET)));
  }

  @Test
  void hidesValuesInTexts() {
    assertThat(MASKING.shown("no: " + SECRET + SECRET + "."))
        .isEqualTo("no: " + Masking.MASK + Masking.MASK + ".");
    assertThat(MASKING.shown("cut off: 'correct-horse-batt…' (expected: x)"))
        .isEqualTo("cut off: '•••…' (expected: x)");
    assertThat(MASKING.shown(new Failure("a " + SECRET, List.of("b " + SECRET))))
        .isEqualTo(new Failure("a •••", List.of("b •••")));
    assertThat(MASKING).hasToString("Masking[password, pin]");
  }

  @Test
  void hidesWhatIsLeftOfAValueAtTheEdgesOfATextThatWasCut() {
    assertThat(MASKING.shown("y-staple and correct-")).isEqualTo("••• and •••");
    assertThat(MASKING.shown("-staple, correct")).isEqualTo("-staple, correct");
    assertThat(MASKING.shown("a y-staple b correct- c")).isEqualTo("a y-staple b correct- c");
    assertThat(MASKING.shown(SECRET.substring(1))).isEqualTo("•••");
  }

  @Test
  void leavesNoRestOfAValueThatBeginsLikeAnother() {
    Masking masking = Masking.NONE.with(List.of("hunter2", "hunter2-and-more"));
    assertThat(masking.shown("hunter2-and-more hunter2")).isEqualTo("••• •••");
  }

  @Test
  void hidesAValueAsItStandsInADocumentWithinAText() {
    Masking masking = Masking.NONE.with(List.of("with \"quotes\" and \\"));
    assertThat(masking.shown("got {\"a\":\"with \\\"quotes\\\" and \\\\\"}"))
        .isEqualTo("got {\"a\":\"•••\"}");
  }

  @Test
  void hidesAShortValueOnlyWhereItIsAllOfAText() {
    Masking masking = Masking.of(List.of("key"), json("{'key':'ab'}"));
    assertThat(masking.shown(json("{'x':'ab','y':'table'}")))
        .isEqualTo(json("{'x':'•••','y':'table'}"));
  }

  @Test
  void whatIsShownFitsWhatItIsShownOf() {
    JsonNode real = json("{'password':'x','argv':['--p=%s',1],'n':1.0}".formatted(SECRET));
    assertThat(Masking.fits(MASKING.shown(real), real)).isTrue();
    assertThat(Masking.fits(json("{'password':'•••','argv':['--p=•••',1],'n':1}"), real)).isTrue();
    assertThat(Masking.fits(json("{'password':'•••','argv':['--q=•••',1],'n':1}"), real)).isFalse();
    assertThat(Masking.fits(json("{'password':'•••','argv':['--p=•••',2],'n':1}"), real)).isFalse();
    assertThat(Masking.fits(json("{'password':'•••','argv':['--p=•••'],'n':1}"), real)).isFalse();
    assertThat(Masking.fits(json("{'password':'y','argv':['--p=•••',1],'n':1}"), real)).isFalse();
    assertThat(Masking.fits(json("{'password':'•••','argv':['--p=•••',1],'n':1e400}"), real))
        .as("a number that no double can hold")
        .isFalse();
  }

  private static JsonNode json(String text) {
    return WireFormat.JSON.readTree(text.replace('\'', '"'));
  }

  @Test
  void findsWhatStandsDeepUnderASensitiveNameAndSensitiveNamesDeepInADocument() {
    Masking masking =
        Masking.of(
            List.of("secret"), json("{'list':[{'x':{'secret':{'of':['deep-value',4711]}}}]}"));
    assertThat(masking.shown("deep-value and 4711 and list")).isEqualTo("••• and ••• and list");
    assertThat(masking.shown(json("{'a':['deep-value'],'n':4711,'m':4712}")))
        .isEqualTo(json("{'a':['•••'],'n':'•••','m':4712}"));
  }

  @Test
  void withoutNamesNothingIsSensitive() {
    JsonNode real = json("{'password':'x'}");
    assertThat(Masking.of(List.of(), real)).isEqualTo(Masking.NONE);
    assertThat(Masking.NONE.shown(real)).isSameAs(real);
  }

  @Test
  void valuesOfOneLengthAreAllHidden() {
    assertThat(Masking.NONE.with(List.of("bbbb", "aaaa")).shown("aaaa bbbb")).isEqualTo("••• •••");
    assertThat(Masking.NONE.with(List.of("bbbb", "aaaa")))
        .isEqualTo(Masking.NONE.with(List.of("aaaa", "bbbb")));
  }
}
