package io.dbharness.cli.testkit;

import io.dbharness.model.TargetUnreachableException;
import io.dbharness.request.Catalog;
import io.dbharness.sut.RunningServer;
import io.dbharness.sut.ServerProvider;
import io.dbharness.sut.Target;
import io.dbharness.sut.TargetProvider;
import io.dbharness.sut.TargetSpec;
import java.lang.reflect.Proxy;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;

/**
 * All that there is, but for servers and targets: their addresses are checked, and whoever wants more of them hears that they cannot be
 * reached.
 */
public final class Unconnected {

    public static final String WHY = "no connections in this test";

    private static final Set<String> WITHOUT_CONNECTION = Set.of("sessionType", "close", "toString");

    private Unconnected() {}

    public static Catalog catalog() {
        Catalog found = Catalog.found();
        List<ServerProvider> servers = new ArrayList<>();
        found.servers().forEach(server -> servers.add(unstarted(server)));
        List<TargetProvider> targets = new ArrayList<>();
        found.targets().forEach(target -> targets.add(unopened(target)));
        return new Catalog(found.workloads(), servers, targets);
    }

    private static ServerProvider unstarted(ServerProvider provider) {
        return new ServerProvider() {
            @Override
            public boolean accepts(String url) {
                return provider.accepts(url);
            }

            @Override
            public RunningServer start(TargetSpec spec) {
                throw new TargetUnreachableException(WHY, null);
            }
        };
    }

    private static TargetProvider unopened(TargetProvider provider) {
        return new TargetProvider() {
            @Override
            public boolean accepts(String url) {
                return provider.accepts(url);
            }

            @Override
            public Target<?> open(TargetSpec spec) {
                Target<?> target = provider.open(spec);
                return (Target<?>) Proxy.newProxyInstance(
                        Target.class.getClassLoader(), new Class<?>[] {Target.class}, (proxy, method, arguments) -> {
                            if (WITHOUT_CONNECTION.contains(method.getName())) {
                                return method.invoke(target, arguments);
                            }
                            throw new TargetUnreachableException(WHY, null);
                        });
            }
        };
    }
}
