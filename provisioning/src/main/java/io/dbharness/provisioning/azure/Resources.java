package io.dbharness.provisioning.azure;

import com.azure.core.management.exception.ManagementException;
import com.azure.core.util.Context;
import com.azure.resourcemanager.resources.fluent.models.GenericResourceExpandedInner;
import com.azure.resourcemanager.resources.fluent.models.GenericResourceInner;
import io.dbharness.model.HarnessException;
import io.dbharness.provisioning.spi.Step;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;

/** Single resources in a group that is not the run's own: removed one by one, and only with the run's tag. */
final class Resources {

    private static final String FILTER = "tagName eq '" + Tags.TOOL + "' and tagValue eq '" + Tags.TOOL_NAME + "'";

    private final AzureClients clients;

    Resources(AzureClients clients) {
        this.clients = clients;
    }

    /** Removes what a step made, if it is there; one that is somebody else's is left alone and told. */
    void delete(Step step) {
        Kind kind = Kind.of(step.kind());
        String id = "/subscriptions/" + step.argument(Arguments.SUBSCRIPTION) + "/resourceGroups/"
                + step.argument(Arguments.GROUP) + "/providers/" + kind.type() + "/" + step.argument(Arguments.NAME);
        Optional<GenericResourceInner> known = find(id, kind);
        if (known.isPresent()) {
            requireOwn(known.get(), step);
            clients.resources().getResources().deleteById(path(id), kind.version());
        }
    }

    /** The client puts a slash of its own before it. */
    private static String path(String id) {
        return id.substring(1);
    }

    private Optional<GenericResourceInner> find(String id, Kind kind) {
        try {
            return Optional.ofNullable(clients.resources().getResources().getById(path(id), kind.version()));
        } catch (ManagementException e) {
            if (AzureFailure.isMissing(e)) {
                return Optional.empty();
            }
            throw e;
        }
    }

    private static void requireOwn(GenericResourceInner resource, Step step) {
        if (!isOf(resource.tags(), step.argument(Arguments.RUN))) {
            throw new HarnessException(
                    resource.id() + " does not carry the tags of this run and is left alone; remove it by hand");
        }
    }

    private static boolean isOf(Map<String, String> tags, String run) {
        return tags != null && Tags.TOOL_NAME.equals(tags.get(Tags.TOOL)) && run.equals(tags.get(Tags.RUN));
    }

    /** All of the subscription that carry this tool's tags. */
    List<GenericResourceExpandedInner> tagged() {
        return clients.resources().getResources().list(FILTER, null, null, Context.NONE).stream()
                .filter(resource -> resource.tags() != null
                        && Tags.TOOL_NAME.equals(resource.tags().get(Tags.TOOL)))
                .toList();
    }

    /** Removes all of a run, what hangs on other things before these. */
    void delete(String run) {
        tagged().stream()
                .filter(resource -> isOf(resource.tags(), run) && kind(resource).isPresent())
                .sorted(Comparator.comparing(
                        resource -> kind(resource).map(Kind::ordinal).orElse(0), Comparator.reverseOrder()))
                .forEach(resource -> kind(resource)
                        .filter(kind -> find(resource.id(), kind).isPresent())
                        .ifPresent(kind ->
                                clients.resources().getResources().deleteById(path(resource.id()), kind.version())));
    }

    /** What kind of step made it; empty for what goes with something else, as a command goes with its machine. */
    private static Optional<Kind> kind(GenericResourceExpandedInner resource) {
        String id = resource.id().toLowerCase(Locale.ROOT);
        return Kind.made().stream()
                .filter(kind -> id.matches(".*/providers/" + kind.type().toLowerCase(Locale.ROOT) + "/[^/]+"))
                .findFirst();
    }
}
