/** What identities are proven with. */
package dev.muster.records.tokens;
