/** What actions printed, as far as it was fetched from their agents. No hot path reads it. */
package dev.muster.records.logs;
