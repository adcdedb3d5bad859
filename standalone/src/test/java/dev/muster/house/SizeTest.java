package dev.muster.house;

import static org.assertj.core.api.Assertions.assertThat;

import com.sun.source.tree.ClassTree;
import com.sun.source.tree.CompilationUnitTree;
import com.sun.source.tree.LineMap;
import com.sun.source.tree.MethodTree;
import com.sun.source.tree.Tree;
import com.sun.source.tree.VariableTree;
import com.sun.source.util.JavacTask;
import com.sun.source.util.SourcePositions;
import com.sun.source.util.TreeScanner;
import com.sun.source.util.Trees;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.stream.Stream;
import javax.lang.model.element.Modifier;
import javax.tools.JavaCompiler;
import javax.tools.StandardJavaFileManager;
import javax.tools.ToolProvider;
import org.junit.jupiter.api.Test;

/**
 * A file has one reason and at most 300 lines, a method 40, a class's constructor 5 parameters, a
 * record of main code 9 components: values that belong together have a record of their own.
 */
final class SizeTest {

  private static final int FILE_LINES = 300;
  private static final int METHOD_LINES = 40;

  /** Tables of cases stand where they are read. */
  private static final int TEST_METHOD_LINES = 70;

  private static final int PARAMETERS = 5;
  private static final int COMPONENTS = 9;

  /** Larger by what they are. */
  private static final Set<String> LARGE_RECORDS =
      Set.of(
          // A document of the agents' protocol, flat there, and bound by Jackson in bulk.
          "ActionReport");

  private final List<String> tooLarge = new ArrayList<>();

  @Test
  void nothingIsLargerThanTheHouseAllows() throws IOException {
    Path root = Path.of("..").toRealPath();
    List<Path> sources;
    try (Stream<Path> files = Files.walk(root)) {
      sources =
          files
              .filter(file -> file.toString().endsWith(".java"))
              .filter(file -> !root.relativize(file).toString().contains("target/"))
              .toList();
    }
    assertThat(sources).hasSizeGreaterThan(100);
    JavaCompiler compiler = ToolProvider.getSystemJavaCompiler();
    try (StandardJavaFileManager files = compiler.getStandardFileManager(null, null, null)) {
      JavacTask task =
          (JavacTask)
              compiler.getTask(
                  null, files, null, null, null, files.getJavaFileObjectsFromPaths(sources));
      SourcePositions positions = Trees.instance(task).getSourcePositions();
      for (CompilationUnitTree unit : task.parse()) {
        new Measure(root, unit, positions).scan(unit, Tree.Kind.COMPILATION_UNIT);
      }
    }
    assertThat(tooLarge).isEmpty();
  }

  /** Walks one file; what it carries down is the kind of the class that it is in. */
  private final class Measure extends TreeScanner<Void, Tree.Kind> {

    private final String file;
    private final CompilationUnitTree unit;
    private final SourcePositions positions;

    Measure(Path root, CompilationUnitTree unit, SourcePositions positions) {
      this.file = root.relativize(Path.of(unit.getSourceFile().toUri())).toString();
      this.unit = unit;
      this.positions = positions;
    }

    @Override
    public Void visitCompilationUnit(CompilationUnitTree tree, Tree.Kind in) {
      check("file", lines(tree), FILE_LINES, tree);
      return super.visitCompilationUnit(tree, in);
    }

    @Override
    public Void visitClass(ClassTree tree, Tree.Kind in) {
      String name = tree.getSimpleName().toString();
      boolean counts = file.contains("src/main/") && !LARGE_RECORDS.contains(name);
      if (counts && tree.getKind() == Tree.Kind.RECORD) {
        check("components of " + name, components(tree), COMPONENTS, tree);
      }
      return super.visitClass(tree, tree.getKind());
    }

    /** A record's fields are its components, and constants. */
    private static long components(ClassTree tree) {
      return tree.getMembers().stream()
          .filter(member -> member instanceof VariableTree field && isOfInstance(field))
          .count();
    }

    private static boolean isOfInstance(VariableTree field) {
      return !field.getModifiers().getFlags().contains(Modifier.STATIC);
    }

    @Override
    public Void visitMethod(MethodTree tree, Tree.Kind in) {
      int atMost = file.contains("src/test/") ? TEST_METHOD_LINES : METHOD_LINES;
      check("method " + tree.getName(), lines(tree), atMost, tree);
      if (in == Tree.Kind.CLASS && tree.getName().contentEquals("<init>")) {
        check("constructor's parameters", tree.getParameters().size(), PARAMETERS, tree);
      }
      return super.visitMethod(tree, in);
    }

    private void check(String what, long size, int atMost, Tree tree) {
      if (size > atMost) {
        long line = unit.getLineMap().getLineNumber(positions.getStartPosition(unit, tree));
        tooLarge.add("%s:%d %s: %d (at most %d)".formatted(file, line, what, size, atMost));
      }
    }

    private long lines(Tree tree) {
      LineMap map = unit.getLineMap();
      return map.getLineNumber(positions.getEndPosition(unit, tree))
          - map.getLineNumber(positions.getStartPosition(unit, tree))
          + 1;
    }
  }
}
