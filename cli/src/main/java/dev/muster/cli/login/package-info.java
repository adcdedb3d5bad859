/** Logging in at the provider of identities that a Muster server names (OAuth 2.0, RFC 8628). */
package dev.muster.cli.login;
