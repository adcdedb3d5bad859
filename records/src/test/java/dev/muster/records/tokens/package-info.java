/** Tests of tokens and vouchers. */
package dev.muster.records.tokens;
