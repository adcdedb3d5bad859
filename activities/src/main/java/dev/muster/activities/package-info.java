/** Effects: agents, records and signals. */
@NullMarked
package dev.muster.activities;

import org.jspecify.annotations.NullMarked;
