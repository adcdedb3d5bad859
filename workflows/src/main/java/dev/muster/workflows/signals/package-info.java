/**
 * What people say to workflows with Temporal's own tools. The SDK drops what it cannot decode, with
 * a line in a log; here every payload is taken as it came and read by our own code, so that
 * whatever does not fit is named, with who said it and why it was ignored.
 */
package dev.muster.workflows.signals;
