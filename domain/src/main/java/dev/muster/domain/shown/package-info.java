/**
 * How texts are put into Markdown, so that Temporal's Web UI and its command line both show them as
 * they are: whoever may start a run or send a signal may write anything into them.
 */
package dev.muster.domain.shown;
