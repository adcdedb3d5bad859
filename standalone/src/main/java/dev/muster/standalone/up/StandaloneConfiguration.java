package dev.muster.standalone.up;

import dev.muster.api.ApiConfiguration;
import dev.muster.standalone.engine.EngineSettings;
import dev.muster.worker.WorkerConfiguration;
import org.springframework.boot.SpringBootConfiguration;
import org.springframework.boot.context.properties.EnableConfigurationProperties;
import org.springframework.context.annotation.Import;

/**
 * The API and the worker in one application; they share the database pool and Temporal's client.
 */
@SpringBootConfiguration(proxyBeanMethods = false)
@EnableConfigurationProperties(EngineSettings.class)
@Import({ApiConfiguration.class, WorkerConfiguration.class})
public class StandaloneConfiguration {}
