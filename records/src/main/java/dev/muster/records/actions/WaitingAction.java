package dev.muster.records.actions;

import dev.muster.domain.action.ActionId;
import dev.muster.domain.schedule.WaitReason;

/** Why an action does not start yet. */
public record WaitingAction(ActionId action, WaitReason reason) {}
