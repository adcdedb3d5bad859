package dev.muster.standalone.up;

import dev.muster.api.ApiConfiguration;
import dev.muster.worker.WorkerConfiguration;
import org.springframework.boot.SpringBootConfiguration;
import org.springframework.context.annotation.Import;

/**
 * The API and the worker in one application; they share the database pool and Temporal's client.
 */
@SpringBootConfiguration(proxyBeanMethods = false)
@Import({ApiConfiguration.class, WorkerConfiguration.class})
public class StandaloneConfiguration {}
