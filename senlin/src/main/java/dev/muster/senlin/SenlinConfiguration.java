package dev.muster.senlin;

import dev.muster.api.actions.ActionController;
import dev.muster.records.Records;
import dev.muster.senlin.actions.ActionOrders;
import dev.muster.senlin.actions.ActionStart;
import dev.muster.senlin.actions.BindingActions;
import dev.muster.senlin.actions.SenlinActions;
import dev.muster.senlin.clusters.AskedOfClusters;
import dev.muster.senlin.clusters.SenlinClusterActions;
import dev.muster.senlin.clusters.SenlinClusters;
import dev.muster.senlin.events.SenlinEvents;
import dev.muster.senlin.events.SenlinServices;
import dev.muster.senlin.http.Microversion;
import dev.muster.senlin.http.SenlinErrors;
import dev.muster.senlin.http.VersionsController;
import dev.muster.senlin.names.SenlinLookup;
import dev.muster.senlin.names.SenlinNames;
import dev.muster.senlin.nodes.SenlinNodes;
import dev.muster.senlin.policies.SenlinPolicies;
import dev.muster.senlin.policies.SenlinProfiles;
import dev.muster.senlin.policies.SenlinTypes;
import dev.muster.senlin.receivers.FreshAddresses;
import dev.muster.senlin.receivers.SenlinReceivers;
import dev.muster.senlin.receivers.SenlinWebhooks;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.context.annotation.Import;
import org.springframework.web.servlet.config.annotation.InterceptorRegistry;
import org.springframework.web.servlet.config.annotation.WebMvcConfigurer;

/**
 * The façade that speaks OpenStack Senlin's API at {@code /senlin}, over the API's own methods. It
 * translates and decides nothing.
 */
@Configuration(proxyBeanMethods = false)
@Import({
  SenlinErrors.class,
  VersionsController.class,
  SenlinClusters.class,
  SenlinClusterActions.class,
  SenlinNodes.class,
  SenlinActions.class,
  SenlinPolicies.class,
  SenlinProfiles.class,
  SenlinTypes.class,
  SenlinReceivers.class,
  SenlinWebhooks.class,
  SenlinEvents.class,
  SenlinServices.class
})
public class SenlinConfiguration implements WebMvcConfigurer {

  /** Before whoever judges requests, who wants to know which cluster they are about. */
  private static final int FIRST = -1;

  private final SenlinLookup lookup;

  public SenlinConfiguration(Records records) {
    this.lookup = new SenlinLookup(records);
  }

  @Override
  public void addInterceptors(InterceptorRegistry registry) {
    registry.addInterceptor(new Microversion()).addPathPatterns("/senlin/**").order(FIRST);
    registry.addInterceptor(new SenlinNames(lookup)).addPathPatterns("/senlin/**").order(FIRST);
  }

  @Bean
  SenlinLookup senlinLookup() {
    return lookup;
  }

  @Bean
  ActionStart actionStart(ActionController actions) {
    return new ActionStart(actions);
  }

  @Bean
  ActionOrders actionOrders() {
    return new ActionOrders(lookup);
  }

  @Bean
  AskedOfClusters askedOfClusters() {
    return new AskedOfClusters(lookup);
  }

  @Bean
  BindingActions bindingActions(Records records) {
    return new BindingActions(records);
  }

  @Bean
  FreshAddresses freshAddresses() {
    return new FreshAddresses();
  }
}
