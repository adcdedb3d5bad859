/** By what Muster and agents know each other, and the tokens with which agents join. */
package dev.muster.records.credentials;
