/** What is not shown to anybody: values that playbooks and nodes name as sensitive. */
package dev.muster.domain.sensitive;
