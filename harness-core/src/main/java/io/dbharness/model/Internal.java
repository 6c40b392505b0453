package io.dbharness.model;

import java.lang.annotation.Documented;
import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;

/**
 * Marks public code that is not part of the API and may change in any release: a package, a type or a member. A constructor with a marked
 * parameter is marked too, such as that of a record with a marked component.
 */
@Internal
@Documented
@Retention(RetentionPolicy.CLASS)
@Target({
    ElementType.PACKAGE,
    ElementType.TYPE,
    ElementType.METHOD,
    ElementType.CONSTRUCTOR,
    ElementType.FIELD,
    ElementType.PARAMETER
})
public @interface Internal {}
