package io.dbharness.tpcc;

import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import org.antlr.runtime.RecognitionException;
import org.antlr.v4.runtime.BaseErrorListener;
import org.antlr.v4.runtime.CharStreams;
import org.antlr.v4.runtime.CommonTokenStream;
import org.antlr.v4.runtime.LexerInterpreter;
import org.antlr.v4.runtime.ParserInterpreter;
import org.antlr.v4.runtime.Recognizer;
import org.antlr.v4.tool.Grammar;

/** Parses T-SQL with the grammar in {@code tsql/Tsql.g4}. */
final class TsqlGrammar {

    private final Grammar grammar;

    TsqlGrammar() {
        try (InputStream in = Objects.requireNonNull(TsqlGrammar.class.getResourceAsStream("/tsql/Tsql.g4"))) {
            grammar = new Grammar(new String(in.readAllBytes(), StandardCharsets.UTF_8));
        } catch (IOException | RecognitionException e) {
            throw new IllegalStateException("the grammar itself is wrong", e);
        }
    }

    /** What is wrong with a batch, the line and the place first; nothing when it is in the language. */
    List<String> errors(String batch) {
        List<String> errors = new ArrayList<>();
        BaseErrorListener listener = new BaseErrorListener() {
            @Override
            public void syntaxError(
                    Recognizer<?, ?> recognizer,
                    Object symbol,
                    int line,
                    int place,
                    String message,
                    org.antlr.v4.runtime.RecognitionException e) {
                errors.add(line + ":" + place + " " + message);
            }
        };
        LexerInterpreter lexer = grammar.createLexerInterpreter(CharStreams.fromString(batch));
        lexer.removeErrorListeners();
        lexer.addErrorListener(listener);
        ParserInterpreter parser = grammar.createParserInterpreter(new CommonTokenStream(lexer));
        parser.removeErrorListeners();
        parser.addErrorListener(listener);
        parser.parse(grammar.getRule("batch").index);
        return errors;
    }
}
