/**
 * Who asks, and whether they may: found before Spring MVC has the request, judged when it is known
 * which method is to answer it.
 */
package dev.muster.api.security;
