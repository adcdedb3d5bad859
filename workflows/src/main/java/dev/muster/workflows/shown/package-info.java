/**
 * How texts are put into the Markdown of current details, so that Temporal's Web UI and its command
 * line both show them as they are: whoever may send a signal may write anything into them.
 */
@NullMarked
package dev.muster.workflows.shown;

import org.jspecify.annotations.NullMarked;
