package dev.muster.kubernetes.patches;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.muster.domain.protocol.WireFormat;
import dev.muster.kubernetes.patches.JsonPatch.NotApplicable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import tools.jackson.databind.JsonNode;

final class PatchesTest {

  private static JsonNode json(String text) {
    return WireFormat.JSON.readTree(text.replace('\'', '"'));
  }

  /** The examples of RFC 7396. */
  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '^',
      value = {
        "{'a':'b'}|{'a':'c'}|{'a':'c'}",
        "{'a':'b'}|{'b':'c'}|{'a':'b','b':'c'}",
        "{'a':'b'}|{'a':null}|{}",
        "{'a':'b','b':'c'}|{'a':null}|{'b':'c'}",
        "{'a':['b']}|{'a':'c'}|{'a':'c'}",
        "{'a':'c'}|{'a':['b']}|{'a':['b']}",
        "{'a':{'b':'c'}}|{'a':{'b':'d','c':null}}|{'a':{'b':'d'}}",
        "{'a':[{'b':'c'}]}|{'a':[1]}|{'a':[1]}",
        "['a','b']|['c','d']|['c','d']",
        "{'a':'b'}|['c']|['c']",
        "{'a':'foo'}|null|null",
        "{'e':null}|{'a':1}|{'e':null,'a':1}",
        "[1,2]|{'a':'b','c':null}|{'a':'b'}",
        "{}|{'a':{'bb':{'ccc':null}}}|{'a':{'bb':{}}}"
      })
  void aMergePatchReplacesFieldsAndRemovesByNull(String target, String patch, String result) {
    assertThat(MergePatch.apply(json(target), json(patch))).isEqualTo(json(result));
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '^',
      value = {
        "{'a':1}|{'op':'add','path':'/b','value':2}|{'a':1,'b':2}",
        "{'a':[1,3]}|{'op':'add','path':'/a/1','value':2}|{'a':[1,2,3]}",
        "{'a':[1]}|{'op':'add','path':'/a/-','value':2}|{'a':[1,2]}",
        "{'a':1}|{'op':'replace','path':'/a','value':2}|{'a':2}",
        "{'a':1}|{'op':'replace','path':'/new','value':2}|{'a':1,'new':2}",
        "{'a':{'b':1}}|{'op':'remove','path':'/a/b'}|{'a':{}}",
        "{'a':[1,2]}|{'op':'remove','path':'/a/0'}|{'a':[2]}",
        "{'a':1}|{'op':'move','from':'/a','path':'/b'}|{'b':1}",
        "{'a':{'x':1}}|{'op':'copy','from':'/a','path':'/b'}|{'a':{'x':1},'b':{'x':1}}",
        "{'a':1}|{'op':'test','path':'/a','value':1}|{'a':1}",
        "{'a/b':{'c~d':1}}|{'op':'replace','path':'/a~1b/c~0d','value':2}|{'a/b':{'c~d':2}}",
        "{'a':1}|{'op':'replace','path':'','value':{'z':1}}|{'z':1}"
      })
  void aJsonPatchDoesOneOperationAfterTheOther(String target, String operation, String result) {
    assertThat(JsonPatch.apply(json(target), json("[" + operation + "]"))).isEqualTo(json(result));
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '^',
      value = {
        "{'op':'remove','path':'/nope'}|there is nothing at /nope",
        "{'op':'test','path':'/a','value':2}|/a is not what the patch expects",
        "{'op':'add','path':'/l/5','value':1}|there is nothing at /l/5",
        "{'op':'add','path':'/l/01','value':1}|there is nothing at /l/01",
        "{'op':'add','path':'/a/b','value':1}|there is nothing at /a/b",
        "{'op':'boo','path':'/a'}|op: 'boo'",
        "{'op':'add','path':'a','value':1}|path: expected a pointer",
        "{'op':'add','path':'/b'}|value: missing",
        "{'op':'move','from':'/l','path':'/l/0'}|/l cannot be moved into itself"
      })
  void anOperationThatDoesNotFitChangesNothing(String operation, String why) {
    JsonNode document = json("{'a':1,'l':[]}");
    assertThatThrownBy(() ->
            JsonPatch.apply(
                document, json("[{'op':'replace','path':'/a','value':7}," + operation + "]")))
        .isInstanceOf(NotApplicable.class)
        .hasMessageStartingWith(why);
    assertThat(document).isEqualTo(json("{'a':1,'l':[]}"));
  }

  @Test
  void whatWasCopiedIsNotTheSameThing() {
    assertThat(
            JsonPatch.apply(
                json("{'a':{'x':1}}"),
                json(
                    "[{'op':'copy','from':'/a','path':'/b'},{'op':'replace','path':'/b/x','value':2}]")))
        .isEqualTo(json("{'a':{'x':1},'b':{'x':2}}"));
  }
}
