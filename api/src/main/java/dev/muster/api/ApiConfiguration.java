package dev.muster.api;

import dev.muster.api.actions.ActionController;
import dev.muster.api.audit.AuditController;
import dev.muster.api.audit.AuditTrail;
import dev.muster.api.autopilot.AutopilotConfiguration;
import dev.muster.api.clusters.ClusterController;
import dev.muster.api.codec.CodecConfiguration;
import dev.muster.api.cycles.CycleController;
import dev.muster.api.discoveries.DiscoveryController;
import dev.muster.api.engine.EngineConfiguration;
import dev.muster.api.events.EventConfiguration;
import dev.muster.api.info.InfoConfiguration;
import dev.muster.api.joining.AgentController;
import dev.muster.api.joining.JoinTokenController;
import dev.muster.api.joining.NodeTrustController;
import dev.muster.api.logs.LogConfiguration;
import dev.muster.api.members.MemberController;
import dev.muster.api.members.ProfileController;
import dev.muster.api.nodes.NodeController;
import dev.muster.api.openapi.OpenApiConfiguration;
import dev.muster.api.playbooks.PlaybookConfiguration;
import dev.muster.api.policies.BindingController;
import dev.muster.api.policies.PolicyController;
import dev.muster.api.receivers.ReceiverController;
import dev.muster.api.receivers.WebhookController;
import dev.muster.api.retention.RetentionController;
import dev.muster.api.runs.RunConfiguration;
import dev.muster.api.schedules.ScheduleController;
import dev.muster.api.tokens.TokenController;
import dev.muster.api.web.WebConfiguration;
import dev.muster.connections.ConnectionsConfiguration;
import org.springframework.context.annotation.Configuration;
import org.springframework.context.annotation.Import;
import org.springframework.context.annotation.PropertySource;

/** Everything of the API, for the process of its own and for the one that holds all of Muster. */
@Configuration(proxyBeanMethods = false)
@PropertySource("classpath:muster-api.properties")
@Import({
  ConnectionsConfiguration.class,
  EngineConfiguration.class,
  WebConfiguration.class,
  ClusterController.class,
  NodeController.class,
  NodeTrustController.class,
  JoinTokenController.class,
  AgentController.class,
  DiscoveryController.class,
  ActionController.class,
  ProfileController.class,
  MemberController.class,
  ScheduleController.class,
  ReceiverController.class,
  WebhookController.class,
  PlaybookConfiguration.class,
  PolicyController.class,
  BindingController.class,
  RunConfiguration.class,
  EventConfiguration.class,
  AutopilotConfiguration.class,
  LogConfiguration.class,
  CycleController.class,
  AuditController.class,
  AuditTrail.class,
  RetentionController.class,
  TokenController.class,
  InfoConfiguration.class,
  CodecConfiguration.class,
  OpenApiConfiguration.class
})
public class ApiConfiguration {}
