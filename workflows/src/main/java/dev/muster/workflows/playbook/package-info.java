/** One run of a playbook, moved by one local activity again and again until it is over. */
@NullMarked
package dev.muster.workflows.playbook;

import org.jspecify.annotations.NullMarked;
