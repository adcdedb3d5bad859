package dev.muster.domain.cluster;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

final class AgentProtocolTest {

  @ParameterizedTest
  @EnumSource(AgentProtocol.class)
  void isFoundByEachOfItsNamesAndByNoOther(AgentProtocol protocol) {
    assertThat(protocol.names())
        .contains(protocol.id())
        .allSatisfy(name -> assertThat(AgentProtocol.require(name)).isEqualTo(protocol));
    assertThat(AgentProtocol.named(protocol.id() + "0")).isEmpty();
  }

  @Test
  void aNameThatThereIsNotIsRefusedWithThoseThatThereAre() {
    assertThatIllegalArgumentException()
        .isThrownBy(() -> AgentProtocol.require("carrier-pigeon"))
        .withMessageContaining("'carrier-pigeon'")
        .withMessageContaining("muster-agent/v1, replicante/v0");
  }

  @Test
  void namesOfThoseThatLackAnAbilityAreNamesOfNobodyElse() {
    for (AgentProtocol.Ability ability : AgentProtocol.Ability.values()) {
      List<String> without = AgentProtocol.namesWithout(ability);
      for (AgentProtocol protocol : AgentProtocol.values()) {
        assertThat(without.containsAll(protocol.names()))
            .as("%s %s", protocol, ability)
            .isEqualTo(!protocol.has(ability));
        assertThat(protocol.lacks().contains(ability)).isEqualTo(!protocol.has(ability));
      }
    }
  }

  @Test
  void onlyOurAgentsSayWhatTheyHaveForgotten() {
    for (AgentProtocol protocol : AgentProtocol.values()) {
      assertThat(protocol.keeps().isEmpty()).isEqualTo(protocol == AgentProtocol.MUSTER_AGENT_V1);
    }
  }
}
