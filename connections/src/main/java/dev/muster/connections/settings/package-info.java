/** What a process was told: read, checked, named when it is wrong, and never shown when secret. */
@NullMarked
package dev.muster.connections.settings;

import org.jspecify.annotations.NullMarked;
