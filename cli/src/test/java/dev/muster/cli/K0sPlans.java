package dev.muster.cli;

/** Plans of Autopilot and their runs, as the server answers them. */
final class K0sPlans {

  static final String PATH = "/v1/clusters/prod/autopilot/plans";
  static final String RUN = "3f2a91c4-0000-4000-8000-000000000001";
  static final String DOCUMENT = "kind: Plan # äö\n";

  private K0sPlans() {}

  static String plan(String state, String node, String why) {
    String command = state.equals("Completed") ? state : "SchedulableWait";
    return """
    {"name":"autopilot","uid":"u","cluster":"prod","id":"id1","state":"%s","why":"%s","run":"%s","attempt":2,
     "createdAt":"2026-11-20T12:00:00Z","createdBy":"ada","commands":[{"id":0,"kind":"k0supdate","version":"v2",
     "state":"%s","description":"","controllers":[],"workers":[{"name":"w1","state":"%s",
     "lastUpdatedTimestamp":"2026-11-20T12:00:00Z"}]}]}
    """
        .formatted(state, why, RUN, command, node)
        .replace("\n", "");
  }

  static String run(String state) {
    return """
    {"id":"%s","cluster":"prod","playbook":"autopilot","state":"%s","stages":[{"index":0,"name":"command-0-workers",
     "nodes":[{"node":"w1","state":"RUNNING","reason":"its agent does not answer","steps":[]}]}]}
    """
        .formatted(RUN, state)
        .replace("\n", "");
  }
}
