package dev.muster.cli.command;

import dev.muster.cli.command.DecisionCommand.Subject;
import dev.muster.cli.command.DecisionCommand.Verb;
import dev.muster.cli.terminal.TimeText;
import java.time.Duration;
import java.util.List;
import java.util.function.Predicate;
import picocli.CommandLine;

/**
 * All commands by name. Reading a command's annotations costs start-up time, so the commands of a
 * noun are only made when the noun is on the command line.
 */
public final class CommandTree {
  private final Session session;

  /** A noun's commands. */
  private interface Leaves {
    void addTo(CommandLine noun);
  }

  private CommandTree(Session session) {
    this.session = session;
  }

  /**
   * The commands.
   *
   * @param needed whether the commands of this noun may be asked for
   */
  public static CommandLine of(GlobalOptions options, Session session, Predicate<String> needed) {
    CommandTree tree = new CommandTree(session);
    CommandLine root = new CommandLine(options);
    tree.noun(root, "playbook", "Playbooks: apply, check, list, show.", needed, tree::playbook);
    tree.noun(
        root,
        "run",
        "Runs: plan, start, follow, list, show, nodes, logs, approve, reject, pause, resume, cancel.",
        needed,
        tree::run);
    tree.noun(
        root, "cluster", "Clusters: list, show, add, set, remove, nudge.", needed, tree::cluster);
    tree.nodes(root, needed);
    tree.noun(
        root,
        "discovery",
        "Where nodes come from: add, list, show, set, confirm, remove.",
        needed,
        tree::discovery);
    tree.noun(
        root,
        "action",
        "Actions: create, list, show, log, approve, reject, suspend, resume, complete, cancel.",
        needed,
        tree::action);
    tree.policies(root, needed);
    tree.members(root, needed);
    tree.k0s(root, needed);
    tree.starts(root, needed);
    tree.noun(
        root, "retention", "How long history is kept: show, set, unset.", needed, tree::retention);
    tree.noun(root, "token", "Tokens: create, list, revoke.", needed, tree::token);
    tree.login(root);
    tree.history(root);
    root.registerConverter(Duration.class, CommandTree::duration);
    return root.setCaseInsensitiveEnumValuesAllowed(true).setExpandAtFiles(false);
  }

  private void history(CommandLine root) {
    root.addSubcommand(new NudgeCommand(session));
    root.addSubcommand(new EventCommand(session));
    root.addSubcommand(new HistoryCommands.Cycles(session));
    root.addSubcommand(
        new CommandLine(new HistoryCommands.Audit(session))
            .addSubcommand(new AuditVerify(session))
            .addSubcommand(new AuditExport(session)));
    root.addSubcommand(new HistoryCommands.Info(session));
  }

  private void members(CommandLine root, Predicate<String> needed) {
    noun(root, "profile", "Profiles: apply, list, show, delete.", needed, this::profile);
    noun(root, "member", "Members of clusters: list, sizes.", needed, this::member);
  }

  private void nodes(CommandLine root, Predicate<String> needed) {
    noun(root, "node", "Nodes: list, show, add, accept, token, remove.", needed, this::node);
    noun(
        root,
        "agent-token",
        "Tokens with which agents join: create, list, revoke.",
        needed,
        this::agentToken);
    noun(root, "agent", "The agent, on nodes: install, upgrade, package.", needed, this::agent);
  }

  private void policies(CommandLine root, Predicate<String> needed) {
    noun(
        root,
        "policy",
        "Policies: apply, check, list, show, rename, delete, attach, detach, update, bindings.",
        needed,
        this::policy);
  }

  private void k0s(CommandLine root, Predicate<String> needed) {
    noun(
        root,
        "k0s",
        "Plans of k0s Autopilot: apply, plans, show, retry, pause, resume, cancel, delete, …",
        needed,
        noun -> K0sCommands.addTo(noun, session));
  }

  /** What starts actions when nobody asks for them. */
  private void starts(CommandLine root, Predicate<String> needed) {
    noun(
        root,
        "schedule",
        "Actions that start at times: create, list, show, enable, disable, delete.",
        needed,
        this::schedule);
    noun(
        root,
        "receiver",
        "Addresses that trigger actions: create, list, show, delete.",
        needed,
        this::receiver);
  }

  private void noun(
      CommandLine root, String name, String description, Predicate<String> needed, Leaves leaves) {
    CommandLine noun = new CommandLine(new Group());
    noun.getCommandSpec().name(name).usageMessage().description(description);
    noun.getCommandSpec().usageMessage().synopsisSubcommandLabel("COMMAND");
    noun.getCommandSpec()
        .usageMessage()
        .footer("", "Example:", "  muster " + name + " " + NounExamples.of(name));
    root.addSubcommand(name, noun);
    if (needed.test(name)) {
      leaves.addTo(noun);
    }
  }

  private void playbook(CommandLine noun) {
    noun.addSubcommand(new PlaybookCommands.Apply(session));
    noun.addSubcommand(new PlaybookCommands.Check(session));
    noun.addSubcommand(new PlaybookCommands.Listing(session));
    noun.addSubcommand(new PlaybookCommands.Show(session));
  }

  private void policy(CommandLine noun) {
    noun.addSubcommand(new PolicyCommands.Apply(session));
    noun.addSubcommand(new PolicyCommands.Check(session));
    noun.addSubcommand(new PolicyCommands.Listing(session));
    noun.addSubcommand(new PolicyCommands.Show(session));
    noun.addSubcommand(new PolicyCommands.Rename(session));
    noun.addSubcommand(new PolicyCommands.Delete(session));
    noun.addSubcommand(new BindingCommands.Attach(session));
    noun.addSubcommand(new BindingCommands.Detach(session));
    noun.addSubcommand(new BindingCommands.Update(session));
    noun.addSubcommand(new BindingCommands.Listing(session));
  }

  private void profile(CommandLine noun) {
    noun.addSubcommand(new MemberCommands.Apply(session));
    noun.addSubcommand(new MemberCommands.Listing(session));
    noun.addSubcommand(new MemberCommands.Show(session));
    noun.addSubcommand(new MemberCommands.Delete(session));
  }

  private void member(CommandLine noun) {
    noun.addSubcommand(new MemberCommands.Members(session));
    noun.addSubcommand(new MemberCommands.Sizes(session));
  }

  private void run(CommandLine noun) {
    noun.addSubcommand(new RunStartCommands.Plan(session));
    noun.addSubcommand(new RunStartCommands.Start(session));
    noun.addSubcommand(new RunCommands.Follow(session));
    noun.addSubcommand(new RunCommands.Listing(session));
    noun.addSubcommand(new RunCommands.Show(session));
    noun.addSubcommand(new RunNodesCommand(session));
    noun.addSubcommand(new LogCommands.OfRun(session));
    for (Verb verb : List.of(Verb.APPROVE, Verb.REJECT, Verb.PAUSE, Verb.RESUME, Verb.CANCEL)) {
      noun.addSubcommand(DecisionCommand.command(session, Subject.RUN, verb));
    }
  }

  private void cluster(CommandLine noun) {
    noun.addSubcommand(new ClusterCommands.Listing(session));
    noun.addSubcommand(new ClusterCommands.Show(session));
    noun.addSubcommand(new ClusterCommands.Add(session));
    noun.addSubcommand(new ClusterCommands.Change(session));
    noun.addSubcommand(new ClusterCommands.Remove(session));
    noun.addSubcommand(new NudgeCommand(session));
  }

  private void node(CommandLine noun) {
    noun.addSubcommand(new NodeCommands.Listing(session));
    noun.addSubcommand(new NodeCommands.Show(session));
    noun.addSubcommand(new NodeCommands.Add(session));
    noun.addSubcommand(new NodeTokenCommands.Accept(session));
    noun.addSubcommand(new NodeCommands.Remove(session));
    CommandLine token = new CommandLine(new Group());
    token
        .getCommandSpec()
        .name("token")
        .usageMessage()
        .description("What Muster sends agents to be let in: rotate, revoke, set.")
        .synopsisSubcommandLabel("COMMAND")
        .footer("", "Example:", "  muster node token rotate demo");
    token.addSubcommand(new NodeTokenCommands.Rotate(session));
    token.addSubcommand(new NodeTokenCommands.Revoke(session));
    token.addSubcommand(new NodeTokenCommands.SetToken(session));
    noun.addSubcommand("token", token);
  }

  private void agentToken(CommandLine noun) {
    noun.addSubcommand(new JoinTokenCommands.Create(session));
    noun.addSubcommand(new JoinTokenCommands.Listing(session));
    noun.addSubcommand(new JoinTokenCommands.Revoke(session));
  }

  private void agent(CommandLine noun) {
    noun.addSubcommand(new AgentCommands.Install(session));
    noun.addSubcommand(new AgentUpgradeCommand(session));
    noun.addSubcommand(new AgentPackageCommand(session));
  }

  private void action(CommandLine noun) {
    noun.addSubcommand(new ActionCreate(session));
    noun.addSubcommand(new ActionCommands.Listing(session));
    noun.addSubcommand(new ActionCommands.Show(session));
    noun.addSubcommand(new LogCommands.OfAction(session));
    for (Verb verb : Verb.OF_ACTIONS) {
      noun.addSubcommand(DecisionCommand.command(session, Subject.ACTION, verb));
    }
  }

  private void discovery(CommandLine noun) {
    noun.addSubcommand(new DiscoveryCommands.Add(session));
    noun.addSubcommand(new DiscoveryCommands.Listing(session));
    noun.addSubcommand(new DiscoveryCommands.Show(session));
    noun.addSubcommand(new DiscoveryCommands.Change(session));
    noun.addSubcommand(new DiscoveryCommands.Confirm(session));
    noun.addSubcommand(new DiscoveryCommands.Remove(session));
  }

  private void schedule(CommandLine noun) {
    noun.addSubcommand(new ScheduleCreate(session));
    noun.addSubcommand(new ScheduleCommands.Listing(session));
    noun.addSubcommand(new ScheduleCommands.Show(session));
    noun.addSubcommand(new ScheduleCommands.Enable(session));
    noun.addSubcommand(new ScheduleCommands.Disable(session));
    noun.addSubcommand(new ScheduleCommands.Delete(session));
  }

  private void receiver(CommandLine noun) {
    noun.addSubcommand(new ReceiverCommands.Create(session));
    noun.addSubcommand(new ReceiverCommands.Listing(session));
    noun.addSubcommand(new ReceiverCommands.Show(session));
    noun.addSubcommand(new ReceiverCommands.Delete(session));
  }

  private void retention(CommandLine noun) {
    noun.addSubcommand(new RetentionCommands.Show(session));
    noun.addSubcommand(new RetentionCommands.Change(session));
    noun.addSubcommand(new RetentionCommands.Unset(session));
  }

  private void token(CommandLine noun) {
    noun.addSubcommand(new TokenCommands.Create(session));
    noun.addSubcommand(new TokenCommands.Listing(session));
    noun.addSubcommand(new TokenCommands.Revoke(session));
  }

  private void login(CommandLine root) {
    root.addSubcommand(new LoginCommands.LogIn(session));
    root.addSubcommand(new LoginCommands.Logout(session));
    root.addSubcommand(new LoginCommands.Whoami(session));
  }

  private static Duration duration(String typed) {
    try {
      return TimeText.parse(typed);
    } catch (IllegalArgumentException e) {
      throw new CommandLine.TypeConversionException(e.getMessage());
    }
  }
}
