/**
 * The periodic cycle over one cluster. {@code OrchestrationWorkflowImpl} says when something
 * happens, {@code Agenda} what the next cycle is about, {@code CycleSteps} through which activities
 * it goes.
 */
package dev.muster.workflows.orchestration;
