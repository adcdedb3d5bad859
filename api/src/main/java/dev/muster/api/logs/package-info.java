/** What actions printed, as text or as events; for who follows it, while it is printed. */
package dev.muster.api.logs;
