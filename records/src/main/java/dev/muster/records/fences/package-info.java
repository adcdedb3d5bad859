/**
 * Who may write. Writers of states are handed out only here, within a transaction that has checked
 * the epoch.
 */
package dev.muster.records.fences;
