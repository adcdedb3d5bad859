/**
 * What one process tells another through PostgreSQL: that a run changed, and who does the work that
 * only one may do.
 */
package dev.muster.records.changes;
