/** Actions that people ask for, by the REST API or by a signal: one set of rules for both. */
@NullMarked
package dev.muster.records.requests;

import org.jspecify.annotations.NullMarked;
