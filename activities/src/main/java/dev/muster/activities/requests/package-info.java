/**
 * What people ask a cluster for by a signal, besides commands: actions and settings, as the REST
 * API takes them; and the audit of signals that nobody could act on.
 */
package dev.muster.activities.requests;
