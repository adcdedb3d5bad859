package dev.muster.standalone.engine;

import io.temporal.internal.testservice.TestServicesStarter;
import java.lang.reflect.Field;
import java.util.LinkedList;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The list in which the embedded engine keeps who locked its clock, for the diagnostics of tests.
 * It keeps two entries of each task for ever, and looks through all of them with each update: after
 * some thousand runs that is a tenth of its time. Nothing else reads it, so nothing is kept here.
 */
@SuppressWarnings("JdkObsolete") // the field that it is put into has this type
final class ForgottenLocks extends LinkedList<Object> {

  private static final long serialVersionUID = 1L;
  private static final Logger LOG = LoggerFactory.getLogger(ForgottenLocks.class);

  /** Takes the list's place; an engine that has no such list is left as it is. */
  static void in(TestServicesStarter services) {
    try {
      Object timer = field(services, "selfAdvancingTimer").get(services);
      field(timer, "lockEvents").set(timer, new ForgottenLocks());
    } catch (ReflectiveOperationException | RuntimeException other) {
      LOG.warn("The embedded engine keeps its locks, and slows down until it is replaced", other);
    }
  }

  private static Field field(Object owner, String name) throws NoSuchFieldException {
    Field field = owner.getClass().getDeclaredField(name);
    field.setAccessible(true);
    return field;
  }

  @Override
  public boolean add(Object event) {
    return true;
  }

  /** Who unlocks insists on having been in the list. */
  @Override
  public boolean remove(Object event) {
    return true;
  }
}
