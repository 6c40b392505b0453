package io.dbharness.jdbc;

import io.dbharness.jdbc.dialect.Dialect;
import io.dbharness.jdbc.dialect.JdbcDriver.ServerProduct;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Optional;
import java.util.ServiceLoader;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** The dialects on the class path; selects the dialect of a server. Each dialect decides which servers it recognises. Immutable. */
record Dialects(List<Dialect> all) {

    Dialects {
        all = List.copyOf(all);
    }

    static Dialects onClassPath() {
        // The thread's class loader also finds the dialects of plugins.
        return new Dialects(Stream.of(
                        Dialects.class.getClassLoader(), Thread.currentThread().getContextClassLoader())
                .flatMap(loader -> ServiceLoader.load(Dialect.class, loader).stream())
                .collect(Collectors.toMap(
                        ServiceLoader.Provider::type, found -> found, (one, same) -> one, LinkedHashMap::new))
                .values()
                .stream()
                .<Dialect>map(ServiceLoader.Provider::get)
                .toList());
    }

    /** Returns the dialect whose driver accepts an address. */
    Optional<Dialect> ofAddress(String url) {
        return all.stream().filter(dialect -> dialect.driver().accepts(url)).findFirst();
    }

    Optional<Dialect> named(String name) {
        return all.stream().filter(dialect -> dialect.name().equals(name)).findFirst();
    }

    /**
     * Selects the dialect of a server: the most specific one that recognises it, or else the one of its address.
     *
     * @param ofAddress dialect whose driver accepts the address
     */
    Choice choose(Dialect ofAddress, ServerProduct product) {
        return all.stream()
                .filter(dialect -> dialect.recognises(product))
                .max(Comparator.comparingInt(dialect -> dialect.lineage().size()))
                .map(dialect -> new Choice(
                        (dialect.name().equals(ofAddress.name()) ? ofAddress : dialect.through(ofAddress.driver()))
                                .of(product),
                        Optional.empty()))
                .orElseGet(() -> new Choice(ofAddress, Optional.of(product)));
    }

    /**
     * The selected dialect of a server.
     *
     * @param dialect dialect to use
     * @param unknown product that the server reports, if no dialect recognises it and the nearest is used; otherwise empty
     */
    record Choice(Dialect dialect, Optional<ServerProduct> unknown) {}
}
