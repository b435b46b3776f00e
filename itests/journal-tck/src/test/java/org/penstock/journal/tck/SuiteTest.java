package org.penstock.journal.tck;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotEquals;

import java.io.IOException;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.penstock.journal.api.Storage;

/** The suite lets a good storage pass, and catches each flaw. */
@Timeout(120)
class SuiteTest {
    @TempDir
    Path directory;

    @Test
    void aGoodStoragePasses() throws Exception {
        assertEquals(List.of(), failures(new FlawedStorage(FlawedStorage.Flaw.NONE)));
    }

    @ParameterizedTest
    @EnumSource(mode = EnumSource.Mode.EXCLUDE, names = "NONE")
    void aFlawIsCaught(FlawedStorage.Flaw flaw) throws Exception {
        assertNotEquals(List.of(), failures(new FlawedStorage(flaw)));
    }

    /** The names of the tests that fail. */
    private List<String> failures(Storage storage) throws Exception {
        List<String> failures = new ArrayList<>();
        for (Class<?> behaviour : List.of(CreateBehaviour.class, BytesBehaviour.class, CloseBehaviour.class)) {
            for (Method method : behaviour.getDeclaredMethods()) {
                if (method.isAnnotationPresent(Test.class) && !passes(method, storage)) {
                    failures.add(method.getName());
                }
            }
        }
        return failures;
    }

    private boolean passes(Method test, Storage storage) throws Exception {
        Path place = Files.createDirectory(directory.resolve(test.getName()));
        try {
            test.invoke(instance(test.getDeclaringClass(), place, storage));
            return true;
        } catch (InvocationTargetException e) {
            return false;
        } finally {
            delete(place);
        }
    }

    private static Object instance(Class<?> behaviour, Path place, Storage storage) {
        if (behaviour == CreateBehaviour.class) {
            CreateBehaviour create = new CreateBehaviour() {
                @Override
                protected Storage storage() {
                    return storage;
                }
            };
            create.directory = place;
            return create;
        } else if (behaviour == BytesBehaviour.class) {
            BytesBehaviour bytes = new BytesBehaviour() {
                @Override
                protected Storage storage() {
                    return storage;
                }
            };
            bytes.directory = place;
            bytes.choose();
            return bytes;
        }
        CloseBehaviour close = new CloseBehaviour() {
            @Override
            protected Storage storage() {
                return storage;
            }
        };
        close.directory = place;
        return close;
    }

    private static void delete(Path place) throws IOException {
        try (Stream<Path> all = Files.walk(place)) {
            for (Path path : all.sorted(Comparator.reverseOrder()).toList()) {
                Files.delete(path);
            }
        }
    }
}
