package dev.muster.api.openapi;

import org.jspecify.annotations.Nullable;
import org.springframework.beans.factory.annotation.AnnotatedBeanDefinition;
import org.springframework.beans.factory.config.BeanDefinition;
import org.springframework.beans.factory.config.BeanFactoryPostProcessor;
import org.springframework.beans.factory.config.ConfigurableListableBeanFactory;
import org.springframework.core.type.MethodMetadata;

/** Makes springdoc's beans when the document is first asked for: a start does not wait for them. */
final class LazyDocument implements BeanFactoryPostProcessor {

  private static final String SPRINGDOC = "org.springdoc.";

  @Override
  public void postProcessBeanFactory(ConfigurableListableBeanFactory beans) {
    for (String name : beans.getBeanDefinitionNames()) {
      BeanDefinition bean = beans.getBeanDefinition(name);
      if (isOfSpringdoc(bean)) {
        bean.setLazyInit(true);
      }
    }
  }

  private static boolean isOfSpringdoc(BeanDefinition bean) {
    @Nullable String type = bean.getBeanClassName();
    if (type != null && type.startsWith(SPRINGDOC)) {
      return true;
    }
    @Nullable MethodMetadata method =
        bean instanceof AnnotatedBeanDefinition annotated
            ? annotated.getFactoryMethodMetadata()
            : null;
    return method != null && method.getDeclaringClassName().startsWith(SPRINGDOC);
  }
}
