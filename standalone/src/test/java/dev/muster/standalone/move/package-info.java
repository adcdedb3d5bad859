/**
 * Runs that change their engine in the middle: by a restart with another one, while the old process
 * is still there, and because the embedded engine was replaced.
 */
package dev.muster.standalone.move;
