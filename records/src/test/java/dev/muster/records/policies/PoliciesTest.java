package dev.muster.records.policies;

import static dev.muster.records.RecordsFixture.T0;
import static dev.muster.records.RecordsFixture.after;
import static org.assertj.core.api.Assertions.assertThat;

import dev.muster.domain.cluster.ClusterName;
import dev.muster.domain.policy.Binding;
import dev.muster.domain.policy.PolicyDocument;
import dev.muster.domain.policy.PolicyName;
import dev.muster.domain.policy.PolicyTypes;
import dev.muster.domain.protocol.WireFormat;
import dev.muster.records.CountingDataSource;
import dev.muster.records.Records;
import dev.muster.records.RecordsFixture;
import dev.muster.records.TestDatabase;
import dev.muster.records.policies.BindingRecord.Enabled;
import dev.muster.records.policies.BindingRecord.Terms;
import dev.muster.records.policies.PolicyRecord.Written;
import dev.muster.records.sql.PageRequest;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.UUID;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.function.UnaryOperator;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.Test;

final class PoliciesTest {

  private static final Written ADA = new Written(T0, "ada");
  private static final UnaryOperator<Terms> AS_USUAL = UnaryOperator.identity();

  @AutoClose private final TestDatabase database = TestDatabase.fresh();
  private final Records records = database.records();
  private final Policies policies = records.policies();
  private final PolicyBindings bindings = records.policyBindings();
  private final ClusterName prod = RecordsFixture.cluster(records, "prod", 0).cluster();

  @Test
  void whatAPolicySaysNeverChanges() {
    PolicyRecord stored = stored("old", "deletion", "{'grace_period': 1.0}");

    assertThat(policies.store(document("old", "deletion", "{'grace_period': 1.0}"), ADA))
        .isEqualTo(new PolicyStoring.Same(stored));
    assertThat(policies.store(document("old", "deletion", "{'grace_period': 2}"), ADA))
        .isEqualTo(new PolicyStoring.Taken(stored));
    assertThat(policies.store(document("old", "batch", "{'grace_period': 1.0}"), ADA))
        .isInstanceOf(PolicyStoring.Taken.class);
    assertThat(policies.find("old").orElseThrow()).isEqualTo(stored);
  }

  @Test
  void aPolicyIsKnownByItsNameAndItsIdAndKeepsTheIdWhenItIsRenamed() {
    PolicyRecord stored = stored("old", "deletion", "{}");
    stored("other", "deletion", "{}");

    assertThat(policies.rename("old", new PolicyName("other"), ADA))
        .isInstanceOf(PolicyStoring.Taken.class);
    PolicyStoring renamed =
        policies.rename("old", new PolicyName("new"), new Written(after(5), "bob"));

    assertThat(renamed)
        .isInstanceOfSatisfying(
            PolicyStoring.Kept.class,
            kept -> {
              assertThat(kept.policy().id()).isEqualTo(stored.id());
              assertThat(kept.policy().changed()).isEqualTo(new Written(after(5), "bob"));
              assertThat(kept.policy().created()).isEqualTo(ADA);
            });
    assertThat(policies.find("old")).isEmpty();
    assertThat(policies.find(stored.id().toString()).orElseThrow().name())
        .isEqualTo(new PolicyName("new"));
    assertThat(policies.rename("nobody", new PolicyName("x"), ADA))
        .isInstanceOf(PolicyStoring.NoPolicy.class);
  }

  @Test
  void aPolicyThatAClusterHasIsNotRemoved() {
    stored("old", "deletion", "{}");
    bindings.attach(prod, "old", AS_USUAL, ADA);

    assertThat(policies.remove("old")).isEqualTo(new PolicyRemoval.InUse(List.of(prod)));

    assertThat(bindings.detach(prod, "old")).isPresent();
    assertThat(bindings.detach(prod, "old")).isEmpty();
    assertThat(policies.remove("old")).isInstanceOf(PolicyRemoval.Gone.class);
    assertThat(policies.remove("old")).isInstanceOf(PolicyRemoval.Unknown.class);
  }

  @Test
  void aClusterHasOneOfATypeThatIsSingleAndTheSamePolicyOnce() {
    stored("one", "deletion", "{}");
    stored("two", "deletion", "{}");
    stored("in", "scaling", "{'event': 'CLUSTER_SCALE_IN'}");
    stored("out", "scaling", "{'event': 'CLUSTER_SCALE_OUT'}");

    assertThat(bindings.attach(prod, "one", AS_USUAL, ADA)).isInstanceOf(Attachment.Made.class);
    assertThat(bindings.attach(prod, "one", to(7), ADA))
        .isInstanceOfSatisfying(
            Attachment.There.class,
            there -> assertThat(there.binding().terms().priority()).isEqualTo(400));
    assertThat(bindings.attach(prod, "two", AS_USUAL, ADA))
        .isEqualTo(new Attachment.OneOfType(new PolicyName("one"), "deletion"));
    assertThat(bindings.attach(prod, "in", AS_USUAL, ADA)).isInstanceOf(Attachment.Made.class);
    assertThat(bindings.attach(prod, "out", AS_USUAL, ADA)).isInstanceOf(Attachment.Made.class);
    assertThat(bindings.attach(prod, "nobody", AS_USUAL, ADA))
        .isInstanceOf(Attachment.NoPolicy.class);
    assertThat(bindings.attach(new ClusterName("nowhere"), "one", AS_USUAL, ADA))
        .isInstanceOf(Attachment.NoCluster.class);
  }

  @Test
  void ofManyWhoAttachOneTypeAtTheSameTimeOneSucceeds() throws Exception {
    for (int i = 0; i < 8; i++) {
      stored("del-" + i, "deletion", "{}");
    }
    List<Future<Attachment>> all = new ArrayList<>();
    try (ExecutorService people = Executors.newVirtualThreadPerTaskExecutor()) {
      for (int i = 0; i < 8; i++) {
        String policy = "del-" + i;
        all.add(people.submit(() -> bindings.attach(prod, policy, AS_USUAL, ADA)));
      }
    }
    int made = 0;
    for (Future<Attachment> one : all) {
      made += one.get() instanceof Attachment.Made ? 1 : 0;
    }
    assertThat(made).isOne();
    assertThat(bindings.of(prod)).hasSize(1);
  }

  @Test
  void allPoliciesOfAClusterAreReadWithOneQueryInTheirOrder() {
    stored("del", "deletion", "{'criteria': 'OLDEST_FIRST'}");
    stored("in", "scaling", "{'event': 'CLUSTER_SCALE_IN'}");
    bindings.attach(prod, "del", AS_USUAL, ADA);
    bindings.attach(prod, "in", to(900), ADA);
    bindings.change(
        prod, "in", terms -> new Terms(terms.priority(), Enabled.NO), new Written(after(1), "bob"));
    CountingDataSource counting = new CountingDataSource(database.dataSource());

    PolicyBindings counted = Records.open(counting.dataSource()).policyBindings();
    List<Binding> read = new ArrayList<>();

    assertThat(counting.during(() -> read.addAll(counted.of(prod)))).isOne();
    assertThat(read)
        .extracting(Binding::name, Binding::priority, Binding::enabled, Binding::lastOp)
        .containsExactly(
            org.assertj.core.groups.Tuple.tuple("del", 400, true, Optional.empty()),
            org.assertj.core.groups.Tuple.tuple("in", 900, false, Optional.empty()));
    assertThat(read.getFirst().type()).isSameAs(PolicyTypes.of("deletion").orElseThrow());
    assertThat(read.getFirst().spec().path("criteria").asString("")).isEqualTo("OLDEST_FIRST");
    assertThat(bindings.of(new ClusterName("other"))).isEmpty();
  }

  @Test
  void theEndOfAnActionIsWrittenToThoseThatItConcernedAndNoTimeGoesBack() {
    stored("del", "deletion", "{}");
    stored("in", "scaling", "{'event': 'CLUSTER_SCALE_IN'}");
    bindings.attach(prod, "del", AS_USUAL, ADA);
    bindings.attach(prod, "in", AS_USUAL, ADA);
    List<Binding> concerned =
        bindings.of(prod).stream().filter(one -> one.name().equals("in")).toList();

    bindings.ended(prod, concerned, after(9));
    bindings.ended(prod, concerned, after(4));
    bindings.ended(prod, List.of(), after(99));

    assertThat(bindings.of(prod))
        .extracting(Binding::lastOp)
        .containsExactly(Optional.of(after(9)), Optional.empty());
  }

  @Test
  void aTypeOfANewerVersionObjectsToEverything() {
    stored("del", "deletion", "{}");
    bindings.attach(prod, "del", AS_USUAL, ADA);
    database.sql("update policies set type = 'quantum'");

    Binding read = bindings.of(prod).getFirst();

    assertThat(read.type().whyNot(read.spec()).orElse(""))
        .contains("does not know policies of type quantum");
  }

  @Test
  void policiesGoWithTheirClusterButStayThemselves() {
    stored("del", "deletion", "{}");
    bindings.attach(prod, "del", AS_USUAL, ADA);

    database.sql("delete from clusters where name = 'prod'");

    assertThat(policies.remove("del")).isInstanceOf(PolicyRemoval.Gone.class);
  }

  @Test
  void listsArePagedByName() {
    for (String name : List.of("c", "a", "b")) {
      stored(name, name.equals("b") ? "batch" : "scaling", "{'event': 'CLUSTER_SCALE_IN'}");
      bindings.attach(prod, name, AS_USUAL, ADA);
    }

    assertThat(names(new PageRequest(2, Optional.empty()))).containsExactly("a", "b");
    assertThat(names(new PageRequest(2, Optional.of("b")))).containsExactly("c");
    assertThat(policies.list(Optional.of("batch"), PageRequest.FIRST).items()).hasSize(1);
    assertThat(bindings.list(prod, new PageRequest(2, Optional.of("a"))).items())
        .extracting(one -> one.policy().name().value())
        .containsExactly("b", "c");
  }

  private List<String> names(PageRequest page) {
    return policies.list(Optional.empty(), page).items().stream()
        .map(policy -> policy.name().value())
        .toList();
  }

  private PolicyRecord stored(String name, String type, String properties) {
    PolicyStoring storing = policies.store(document(name, type, properties), ADA);
    assertThat(storing).isInstanceOf(PolicyStoring.Kept.class);
    PolicyRecord policy = ((PolicyStoring.Kept) storing).policy();
    assertThat(policy.id()).isNotEqualTo(new UUID(0, 0));
    return policy;
  }

  private static UnaryOperator<Terms> to(int priority) {
    return terms -> new Terms(priority, terms.enabled());
  }

  private static PolicyDocument document(String name, String type, String properties) {
    return new PolicyDocument(
        new PolicyName(name),
        "what it is for",
        PolicyTypes.of(type).orElseThrow(),
        WireFormat.JSON.readTree(properties.replace('\'', '"')));
  }
}
