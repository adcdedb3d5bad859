package dev.muster.records.autopilot;

import dev.muster.domain.playbook.RunPlan;
import dev.muster.records.runs.RunRecord;

/** A run that was recorded for a plan, to be handed to the engine once that is committed. */
public record StartedRun(RunRecord run, RunPlan plan) {}
