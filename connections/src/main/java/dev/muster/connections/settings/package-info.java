/** What a process was told: read, checked, named when it is wrong, and never shown when secret. */
package dev.muster.connections.settings;
