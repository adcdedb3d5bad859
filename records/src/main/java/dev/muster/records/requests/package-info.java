/** Actions that people ask for, by the REST API or by a signal: one set of rules for both. */
package dev.muster.records.requests;
