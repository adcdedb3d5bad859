package dev.muster.records;

import dev.muster.domain.identity.SignalTrust;
import dev.muster.records.actions.ActionEvents;
import dev.muster.records.actions.ActionReads;
import dev.muster.records.actions.Actions;
import dev.muster.records.actions.DerivedReads;
import dev.muster.records.actions.FoundReads;
import dev.muster.records.audit.Audit;
import dev.muster.records.audit.Seals;
import dev.muster.records.autopilot.AutopilotRecords;
import dev.muster.records.changes.Changes;
import dev.muster.records.changes.Lease;
import dev.muster.records.clusters.Clusters;
import dev.muster.records.core.CoreActions;
import dev.muster.records.credentials.AgentCredentials;
import dev.muster.records.credentials.JoinTokens;
import dev.muster.records.credentials.Joins;
import dev.muster.records.credentials.Rotations;
import dev.muster.records.cycles.Cycles;
import dev.muster.records.discoveries.Discoveries;
import dev.muster.records.discoveries.DiscoveryReadings;
import dev.muster.records.engines.Engines;
import dev.muster.records.fences.ClusterFences;
import dev.muster.records.fences.RunFences;
import dev.muster.records.logs.ActionLogs;
import dev.muster.records.logs.LogFetching;
import dev.muster.records.members.MemberReads;
import dev.muster.records.members.Profiles;
import dev.muster.records.nodes.NodeVisits;
import dev.muster.records.nodes.Nodes;
import dev.muster.records.playbooks.Playbooks;
import dev.muster.records.policies.HealthLooks;
import dev.muster.records.policies.Policies;
import dev.muster.records.policies.PolicyBindings;
import dev.muster.records.receivers.Receivers;
import dev.muster.records.retention.HistoryRemoval;
import dev.muster.records.retention.HistoryStatus;
import dev.muster.records.retention.Retention;
import dev.muster.records.runs.KnownRuns;
import dev.muster.records.runs.OpenStages;
import dev.muster.records.runs.RunDetailReads;
import dev.muster.records.runs.RunNodes;
import dev.muster.records.runs.RunRecords;
import dev.muster.records.runs.RunSituations;
import dev.muster.records.runs.Runs;
import dev.muster.records.schedules.Schedules;
import dev.muster.records.signs.Signs;
import dev.muster.records.sql.Sql;
import dev.muster.records.tokens.Tokens;
import dev.muster.records.tokens.Vouchers;
import java.util.UUID;
import java.util.function.Supplier;
import javax.sql.DataSource;

/**
 * Everything that Muster remembers, over one database. Safe for any number of threads; what one
 * thread does within {@link #transaction} is one transaction.
 */
public final class Records {

  private final DataSource database;
  private final Sql sql;
  private final Changes changes;
  private final RunRecords runs;
  private final SignalTrust trust;
  private final Audit audit;

  private Records(DataSource database, SignalTrust trust) {
    this.database = database;
    this.trust = trust;
    this.sql = new Sql(database);
    this.changes = new Changes(sql, database);
    this.audit = new Audit(sql);
    this.runs = new RunRecords(sql, changes, audit);
  }

  /** Over a database that is migrated already, or will be before it is used. */
  public static Records open(DataSource database) {
    return new Records(database, SignalTrust.TRUSTED);
  }

  /** The same, where names in signals are believed or not. */
  public Records believing(SignalTrust signals) {
    return new Records(database, signals);
  }

  /** Whether a name is believed that came by a signal. */
  public SignalTrust signalTrust() {
    return trust;
  }

  public Vouchers vouchers() {
    return new Vouchers(sql);
  }

  public Signs signs() {
    return new Signs(sql);
  }

  public Clusters clusters() {
    return new Clusters(sql);
  }

  public Nodes nodes() {
    return new Nodes(sql);
  }

  public MemberReads members() {
    return new MemberReads(sql);
  }

  public Profiles profiles() {
    return new Profiles(sql);
  }

  public NodeVisits nodeVisits() {
    return new NodeVisits(sql);
  }

  public AgentCredentials agentCredentials() {
    return new AgentCredentials(sql);
  }

  public Rotations rotations() {
    return new Rotations(sql);
  }

  public JoinTokens joinTokens() {
    return new JoinTokens(sql);
  }

  public Joins joins() {
    return new Joins(sql);
  }

  public Discoveries discoveries() {
    return new Discoveries(sql);
  }

  public DiscoveryReadings discoveryReadings() {
    return new DiscoveryReadings(sql, audit);
  }

  public Receivers receivers() {
    return new Receivers(sql);
  }

  public AutopilotRecords autopilot() {
    return new AutopilotRecords(sql, changes, runs.runs());
  }

  public Schedules schedules() {
    return new Schedules(sql);
  }

  /** What Muster itself executes, for the process that does it. */
  public CoreActions coreActions(UUID owner) {
    return new CoreActions(sql, owner);
  }

  public Playbooks playbooks() {
    return new Playbooks(sql);
  }

  public Policies policies() {
    return new Policies(sql);
  }

  public PolicyBindings policyBindings() {
    return new PolicyBindings(sql);
  }

  public HealthLooks healthLooks() {
    return new HealthLooks(sql);
  }

  public Runs runs() {
    return runs.runs();
  }

  public RunSituations runSituations() {
    return runs.situations();
  }

  public RunNodes runNodes() {
    return runs.nodes();
  }

  public RunDetailReads runDetails() {
    return runs.details();
  }

  public OpenStages openStages() {
    return runs.openStages();
  }

  public KnownRuns knownRuns() {
    return runs.known();
  }

  public Actions actions() {
    return new Actions(sql, changes);
  }

  public ActionReads actionReads() {
    return new ActionReads(sql);
  }

  public ActionEvents actionEvents() {
    return new ActionEvents(sql);
  }

  public DerivedReads derivedReads() {
    return new DerivedReads(sql);
  }

  public FoundReads foundReads() {
    return new FoundReads(sql);
  }

  public ActionLogs actionLogs() {
    return new ActionLogs(sql);
  }

  public LogFetching logFetching() {
    return new LogFetching(sql);
  }

  public Cycles cycles() {
    return new Cycles(sql);
  }

  public Audit audit() {
    return audit;
  }

  public Seals seals() {
    return new Seals(sql);
  }

  public Tokens tokens() {
    return new Tokens(sql);
  }

  public Retention retention() {
    return new Retention(sql);
  }

  public HistoryRemoval historyRemoval() {
    return new HistoryRemoval(sql);
  }

  public HistoryStatus historyStatus() {
    return new HistoryStatus(sql);
  }

  public Engines engines() {
    return new Engines(sql);
  }

  public ClusterFences clusterFences() {
    return new ClusterFences(sql, changes);
  }

  public RunFences runFences() {
    return new RunFences(sql, changes);
  }

  public Changes changes() {
    return changes;
  }

  /** A lease that only one process has at a time. */
  public Lease lease(String name) {
    return new Lease(database, name);
  }

  /** Does the work in one transaction. Its result must not be null. */
  public <T> T transaction(Supplier<T> work) {
    return sql.transaction(work);
  }
}
