package dev.muster.activities.fake;

import static org.assertj.core.api.Assertions.assertThat;

import dev.muster.domain.action.ActionId;
import dev.muster.domain.action.ActionKind;
import dev.muster.domain.cluster.NodeId;
import dev.muster.domain.identity.Sight;
import dev.muster.domain.member.MemberRecord;
import dev.muster.domain.member.MemberState;
import dev.muster.domain.member.Profile;
import dev.muster.domain.policy.PolicyDocument;
import dev.muster.domain.policy.PolicyName;
import dev.muster.domain.policy.PolicyTypes;
import dev.muster.domain.protocol.WireFormat;
import dev.muster.domain.request.NewActionRequest;
import dev.muster.domain.request.RequestedAction;
import dev.muster.domain.request.StrictJson;
import dev.muster.records.actions.ActionFilter;
import dev.muster.records.actions.ActionRecord;
import dev.muster.records.policies.PolicyRecord.Written;
import dev.muster.records.requests.ActionRequests;
import dev.muster.records.requests.ActionRequests.Added;
import dev.muster.records.sql.PageRequest;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.UUID;
import java.util.function.UnaryOperator;

/** A cluster whose members a fake provider makes, each an agent of its own. */
public final class MemberedCluster implements AutoCloseable {

  private static final String PROVIDER = "p1";

  private final Scene scene = Scene.of(PROVIDER);
  private final Map<String, FakeAgent> members = new TreeMap<>();

  /** Members of which the provider fails, with the reason. */
  private final Map<String, String> broken = new HashMap<>();

  /** What the provider was asked, in its order: kind and member. */
  private final List<String> asked = new ArrayList<>();

  public MemberedCluster() {
    profile("small", "{\"disk\": 1}");
  }

  public Scene scene() {
    return scene;
  }

  /** Stores a version of a profile. */
  public void profile(String name, String spec) {
    Profile profile =
        StrictJson.MAPPER.readValue(
            "{\"name\": \"%s\", \"providers\": {\"labels\": {\"port\": \"8080\"}}, \"spec\": %s}"
                .formatted(name, spec),
            Profile.class);
    scene.records().profiles().store(profile, scene.clock().instant(), "ada");
  }

  /** Asks for an action on the cluster. */
  public ActionId ask(String kind, String args) {
    Added added = add(kind, args);
    assertThat(added).isInstanceOf(Added.Created.class);
    return ((Added.Created) added).id();
  }

  /** Why it may not be asked for. */
  public String wrong(String kind, String args) {
    Added added = add(kind, args);
    assertThat(added).isInstanceOf(Added.Wrong.class);
    return ((Added.Wrong) added).why();
  }

  /** Why it is in the way of something else. */
  public String conflict(String kind, String args) {
    Added added = add(kind, args);
    assertThat(added).isInstanceOf(Added.Conflict.class);
    return ((Added.Conflict) added).why();
  }

  private Added add(String kind, String args) {
    return new ActionRequests(scene.records())
        .add(
            new RequestedAction(
                new ActionId(UUID.randomUUID()),
                Scene.CLUSTER,
                Optional.empty(),
                StrictJson.MAPPER.readValue(
                    "{\"kind\": \"%s\", \"args\": %s}".formatted(kind, args),
                    NewActionRequest.class),
                "ada",
                Optional.empty(),
                scene.clock().instant()));
  }

  /** Asks, and goes on until it is over. */
  public ActionRecord run(String kind, String args) {
    ActionId id = ask(kind, args);
    for (int i = 0; i < 30 && !scene.state(id).isFinal(); i++) {
      scene.cycle();
      provide();
    }
    scene.cycle();
    assertThat(scene.state(id).isFinal()).as(kind + " " + args).isTrue();
    return scene.show(id);
  }

  /** Attaches a policy; apostrophes stand for quotes. */
  public void attach(String name, String type, String properties) {
    Written ada = new Written(scene.clock().instant(), "ada");
    scene
        .records()
        .policies()
        .store(
            new PolicyDocument(
                new PolicyName(name),
                "",
                PolicyTypes.orUnknown(type),
                WireFormat.JSON.readTree(properties.replace('\'', '"'))),
            ada);
    scene.records().policyBindings().attach(Scene.CLUSTER, name, UnaryOperator.identity(), ada);
  }

  /** From now on the provider fails with this member. */
  public void breaks(String member, String why) {
    broken.put(member, why);
  }

  public void mends(String member) {
    broken.remove(member);
  }

  /** The provider does what it has. */
  public void provide() {
    scene.agent(PROVIDER).unfinished().forEach(this::provide);
  }

  /** The provider does one thing. */
  public void provide(ActionId id) {
    ActionRecord action = scene.show(id);
    String member = action.work().args().path("member").asString("");
    ActionKind kind = action.work().kind();
    asked.add(kind + " " + member);
    if (broken.containsKey(member)) {
      scene.agent(PROVIDER).fail(id, broken.get(member));
      return;
    }
    switch (kind.value()) {
      case "member.create", "member.recover" -> {
        FakeAgent agent = members.computeIfAbsent(member, FakeAgent::start);
        scene
            .agent(PROVIDER)
            .finish(
                id,
                "{\"physical\": {\"id\": \"vm-%s\"}, \"address\": \"%s\", \"status\": \"ACTIVE\"}"
                    .formatted(member, agent.address()));
      }
      case "member.delete" -> {
        Optional.ofNullable(members.remove(member)).ifPresent(FakeAgent::close);
        scene.agent(PROVIDER).finish(id, "{}");
      }
      default -> scene.agent(PROVIDER).finish(id, "{\"status\": \"ACTIVE\"}");
    }
  }

  public FakeAgent agentOf(String member) {
    return Optional.ofNullable(members.get(member)).orElseThrow();
  }

  /** What the provider was asked so far. */
  public List<String> takeAsked() {
    List<String> taken = List.copyOf(asked);
    asked.clear();
    return taken;
  }

  public List<MemberRecord> members() {
    return scene.records().members().all(Scene.CLUSTER);
  }

  public List<String> names() {
    return members().stream().map(one -> one.node().value()).toList();
  }

  public MemberRecord member(String name) {
    return scene.records().members().find(Scene.CLUSTER, new NodeId(name)).orElseThrow();
  }

  public MemberState state(String name) {
    return member(name).state();
  }

  public int desired() {
    return scene.records().members().shape(Scene.CLUSTER).orElseThrow().sizes().desired();
  }

  /** Members that the provider has made and not removed. */
  public List<String> made() {
    return List.copyOf(members.keySet());
  }

  /** What an action derived. */
  public List<ActionRecord> derivedBy(ActionId parent) {
    return scene
        .records()
        .actions()
        .list(
            new ActionFilter(
                List.of(),
                List.of(),
                List.of(),
                Set.of(),
                List.of(),
                List.of(),
                List.of(parent),
                Sight.ALL),
            new PageRequest(500, Optional.empty()))
        .items();
  }

  @Override
  public void close() {
    members.values().forEach(FakeAgent::close);
    scene.close();
  }
}
