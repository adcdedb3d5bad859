/**
 * What people see in Temporal's own tools: summaries of workflows and activities, memos, search
 * attributes, details at the start and current details. All of it is made here, whoever sets it;
 * the table of a run's stages comes from {@code domain.run.CurrentDetails}, which stories print
 * too.
 */
package dev.muster.workflows.temporalui;
