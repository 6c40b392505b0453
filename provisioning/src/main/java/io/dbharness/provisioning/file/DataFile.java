package io.dbharness.provisioning.file;

import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.databind.BeanProperty;
import com.fasterxml.jackson.databind.DeserializationContext;
import com.fasterxml.jackson.databind.JavaType;
import com.fasterxml.jackson.databind.JsonDeserializer;
import com.fasterxml.jackson.databind.deser.ContextualDeserializer;
import com.fasterxml.jackson.databind.json.JsonMapper;
import com.fasterxml.jackson.databind.module.SimpleModule;
import com.fasterxml.jackson.datatype.jsr310.JavaTimeModule;
import io.dbharness.model.Resources;
import java.io.IOException;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import org.snakeyaml.engine.v2.api.Load;
import org.snakeyaml.engine.v2.api.LoadSettings;

/** Reads bundled YAML resources, such as tables and request templates, into records. The files lie beside a class. */
public final class DataFile {

    private static final JsonMapper RECORDS = JsonMapper.builder()
            .addModules(
                    new SimpleModule().addDeserializer(Optional.class, new MayBeLeftOut(null)), new JavaTimeModule())
            .build();

    private DataFile() {}

    /** Reads one record whose components are spread over several files. */
    public static <T> T read(Class<T> type, String... files) {
        Map<Object, Object> parts = new HashMap<>();
        for (String file : files) {
            parts.putAll((Map<?, ?>) load(Resources.text(type, file)));
        }
        return RECORDS.convertValue(parts, type);
    }

    /** Parses a record from YAML text. */
    public static <T> T parse(Class<T> type, String text) {
        return RECORDS.convertValue(load(text), type);
    }

    private static Object load(String text) {
        // Rows of a file share their source by YAML alias.
        LoadSettings settings =
                LoadSettings.builder().setMaxAliasesForCollections(1_000).build();
        return new Load(settings).loadFromString(text);
    }

    /** Deserializes an optional component; a missing component becomes {@link Optional#empty()}. */
    private static final class MayBeLeftOut extends JsonDeserializer<Optional<?>> implements ContextualDeserializer {

        private final @Nullable JavaType content;

        MayBeLeftOut(@Nullable JavaType content) {
            this.content = content;
        }

        @Override
        public JsonDeserializer<?> createContextual(DeserializationContext context, BeanProperty property) {
            return new MayBeLeftOut(context.getContextualType().containedType(0));
        }

        @Override
        public Optional<?> deserialize(JsonParser parser, DeserializationContext context) throws IOException {
            return Optional.of(context.readValue(parser, content));
        }

        @Override
        public Optional<?> getNullValue(DeserializationContext context) {
            return Optional.empty();
        }
    }
}
