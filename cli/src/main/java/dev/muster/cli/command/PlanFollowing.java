package dev.muster.cli.command;

import dev.muster.cli.follow.FollowRequest;
import dev.muster.cli.follow.PlanFollower;
import dev.muster.cli.terminal.ExitCode;
import dev.muster.cli.terminal.Terminal;
import java.time.Duration;
import java.util.Optional;

/** Following one plan of Autopilot. */
record PlanFollowing(String cluster, String plan, Optional<Duration> timeout) {

  ExitCode follow(Session session) throws InterruptedException {
    FollowRequest request =
        new FollowRequest(
            session.server(),
            session.asker(),
            plan,
            session.wantsJson() ? FollowRequest.Output.JSON : FollowRequest.Output.PEOPLE,
            FollowRequest.AtApproval.KEEP_FOLLOWING,
            timeout,
            session.wantsJson() ? Terminal.stream() : session.terminal(),
            session.command());
    PlanFollower follower =
        new PlanFollower(
            request, cluster, session.out(), session.err(), session.surroundings().clock());
    return Following.until(follower::follow, follower::detach);
  }
}
