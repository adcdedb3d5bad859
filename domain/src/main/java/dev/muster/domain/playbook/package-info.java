/** The playbook language: reading and checking a document, expressions, and the plan of a run. */
@NullMarked
package dev.muster.domain.playbook;

import org.jspecify.annotations.NullMarked;
