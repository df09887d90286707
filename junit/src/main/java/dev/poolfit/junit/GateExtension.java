package dev.poolfit.junit;

import java.nio.file.Path;
import java.util.Optional;
import org.junit.jupiter.api.extension.BeforeAllCallback;
import org.junit.jupiter.api.extension.BeforeEachCallback;
import org.junit.jupiter.api.extension.ExtensionContext;
import org.junit.jupiter.api.extension.ExtensionContext.Namespace;
import org.junit.jupiter.api.extension.ParameterContext;
import org.junit.jupiter.api.extension.ParameterResolutionException;
import org.junit.jupiter.api.extension.ParameterResolver;
import org.junit.platform.commons.support.AnnotationSupport;

/** Runs the gate of a class or a method that has one. */
final class GateExtension implements BeforeAllCallback, BeforeEachCallback, ParameterResolver {
    private static final Namespace HERE = Namespace.create(GateExtension.class);

    @Override
    public void beforeAll(ExtensionContext context) throws InterruptedException {
        run(context);
    }

    @Override
    public void beforeEach(ExtensionContext context) throws InterruptedException {
        run(context);
    }

    private static void run(ExtensionContext context) throws InterruptedException {
        Optional<Gate> gate = AnnotationSupport.findAnnotation(context.getElement(), Gate.class);
        if (gate.isPresent()) {
            GateResult result = result(gate.get());
            context.getStore(HERE).put(GateResult.class, result);
            result.require(gate.get().inconclusive());
        }
    }

    private static GateResult result(Gate asked) throws InterruptedException {
        PoolfitGate gate =
                PoolfitGate.of(Path.of(asked.file())).base(asked.base()).candidate(asked.candidate());
        return (asked.budget().isEmpty() ? gate : gate.budget(asked.budget())).run();
    }

    @Override
    public boolean supportsParameter(ParameterContext parameter, ExtensionContext context) {
        return parameter.getParameter().getType() == GateResult.class;
    }

    @Override
    public GateResult resolveParameter(ParameterContext parameter, ExtensionContext context) {
        GateResult result = context.getStore(HERE).get(GateResult.class, GateResult.class);
        if (result == null) {
            throw new ParameterResolutionException("A constructor has no GateResult; take it in the test method");
        }
        return result;
    }
}
