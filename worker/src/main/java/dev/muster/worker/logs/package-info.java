/** Fetches what actions printed: when they ended, and while somebody follows. */
package dev.muster.worker.logs;
