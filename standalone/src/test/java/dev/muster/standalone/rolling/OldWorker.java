package dev.muster.standalone.rolling;

import dev.muster.worker.WorkerConfiguration;
import io.temporal.common.interceptors.WorkerInterceptor;
import io.temporal.common.interceptors.WorkerInterceptorBase;
import io.temporal.common.interceptors.WorkflowInboundCallsInterceptor;
import io.temporal.common.interceptors.WorkflowInboundCallsInterceptorBase;
import io.temporal.common.interceptors.WorkflowOutboundCallsInterceptor;
import io.temporal.common.interceptors.WorkflowOutboundCallsInterceptorBase;
import io.temporal.workflow.Workflow;
import org.springframework.boot.SpringApplication;
import org.springframework.boot.SpringBootConfiguration;
import org.springframework.boot.autoconfigure.EnableAutoConfiguration;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Import;

/**
 * A worker that makes the commands of the code before decision 16: where the present code asks for
 * a version, it goes the old way and leaves no marker, because that code did not ask.
 */
@SpringBootConfiguration(proxyBeanMethods = false)
@EnableAutoConfiguration
@Import(WorkerConfiguration.class)
public class OldWorker {

  /** Starts it, with the settings of a worker. */
  public static void main(String[] args) {
    SpringApplication.run(OldWorker.class, args);
  }

  @Bean
  static WorkerInterceptor oldWorkflowCode() {
    return new Before();
  }

  /** Hides the question from the SDK. */
  private static final class Before extends WorkerInterceptorBase {

    @Override
    public WorkflowInboundCallsInterceptor interceptWorkflow(WorkflowInboundCallsInterceptor next) {
      return new WorkflowInboundCallsInterceptorBase(next) {
        @Override
        public void init(WorkflowOutboundCallsInterceptor outbound) {
          super.init(new Unasked(outbound));
        }
      };
    }
  }

  private static final class Unasked extends WorkflowOutboundCallsInterceptorBase {

    Unasked(WorkflowOutboundCallsInterceptor next) {
      super(next);
    }

    @Override
    public int getVersion(String change, int lowest, int highest) {
      return Workflow.DEFAULT_VERSION;
    }
  }
}
