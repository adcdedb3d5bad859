/** Tests of identities, roles and tokens. */
package dev.muster.domain.identity;
