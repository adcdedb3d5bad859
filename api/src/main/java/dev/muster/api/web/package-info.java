/**
 * Spring MVC and Tomcat as the API wants them: virtual threads, strict JSON, problems, nothing that
 * is not used.
 */
package dev.muster.api.web;
