package dev.muster.domain.request;

import java.util.Collection;
import java.util.Map;
import tools.jackson.core.JsonParser;
import tools.jackson.databind.BeanDescription;
import tools.jackson.databind.DeserializationConfig;
import tools.jackson.databind.DeserializationContext;
import tools.jackson.databind.JavaType;
import tools.jackson.databind.PropertyName;
import tools.jackson.databind.ValueDeserializer;
import tools.jackson.databind.deser.ValueDeserializerModifier;
import tools.jackson.databind.deser.std.DelegatingDeserializer;
import tools.jackson.databind.exc.InvalidNullException;
import tools.jackson.databind.type.CollectionType;
import tools.jackson.databind.type.MapType;

/**
 * Refuses null in every list and every map, and names its place. Where any JSON may stand, null is
 * JSON like the rest.
 */
final class NoNulls extends ValueDeserializerModifier {
  private static final long serialVersionUID = 1L;

  @Override
  public ValueDeserializer<?> modifyCollectionDeserializer(
      DeserializationConfig config,
      CollectionType type,
      BeanDescription.Supplier description,
      ValueDeserializer<?> deserializer) {
    return new Checked(deserializer, type.getContentType());
  }

  @Override
  public ValueDeserializer<?> modifyMapDeserializer(
      DeserializationConfig config,
      MapType type,
      BeanDescription.Supplier description,
      ValueDeserializer<?> deserializer) {
    return new Checked(deserializer, type.getContentType());
  }

  private static final class Checked extends DelegatingDeserializer {

    private final JavaType content;

    Checked(ValueDeserializer<?> deserializer, JavaType content) {
      super(deserializer);
      this.content = content;
    }

    @Override
    protected ValueDeserializer<?> newDelegatingInstance(ValueDeserializer<?> deserializer) {
      return new Checked(deserializer, content);
    }

    @Override
    public Object deserialize(JsonParser json, DeserializationContext context) {
      Object value = super.deserialize(json, context);
      if (value instanceof Collection<?> all) {
        int index = 0;
        for (Object one : all) {
          if (one == null) {
            throw refusal(context).prependPath(all, index);
          }
          index++;
        }
      }
      if (value instanceof Map<?, ?> map) {
        map.forEach((key, one) -> {
          if (one == null) {
            throw refusal(context).prependPath(map, String.valueOf(key));
          }
        });
      }
      return value;
    }

    private InvalidNullException refusal(DeserializationContext context) {
      return InvalidNullException.from(context, PropertyName.NO_NAME, content);
    }
  }
}
