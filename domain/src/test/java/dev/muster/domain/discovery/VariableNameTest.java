package dev.muster.domain.discovery;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class VariableNameTest {

  @ParameterizedTest
  @ValueSource(strings = {"rack", "_x", "Tier2"})
  void takesWhatAnInventoryCallsItsVariables(String name) {
    assertThat(new VariableName(name)).hasToString(name);
  }

  @ParameterizedTest
  @ValueSource(strings = {"", "2tier", "a b", "a-b", "ü"})
  void refusesWhatIsNoName(String name) {
    assertThatThrownBy(() -> new VariableName(name))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("'" + name + "'");
  }
}
