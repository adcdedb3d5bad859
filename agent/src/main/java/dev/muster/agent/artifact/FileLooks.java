package dev.muster.agent.artifact;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.nio.file.attribute.GroupPrincipal;
import java.nio.file.attribute.PosixFileAttributeView;
import java.nio.file.attribute.PosixFileAttributes;
import java.nio.file.attribute.PosixFilePermission;
import java.nio.file.attribute.UserPrincipal;
import java.nio.file.attribute.UserPrincipalLookupService;
import java.nio.file.attribute.UserPrincipalNotFoundException;
import java.util.EnumSet;
import java.util.Optional;
import java.util.Set;
import java.util.regex.Pattern;

/**
 * Whose a file is, and who may do what with it.
 *
 * @param mode three octal digits, after a 0 or not; empty as it is
 * @param owner {@code USER} or {@code USER:GROUP}; empty as it is
 */
public record FileLooks(Optional<String> mode, Optional<String> owner) {

  /** What a mode may be: nothing that lets a program run as somebody else. */
  public static final Pattern MODE = Pattern.compile("0?[0-7]{3}");

  /** What an owner may be. */
  public static final Pattern OWNER = Pattern.compile("[A-Za-z0-9_.-]+(:[A-Za-z0-9_.-]+)?");

  private static final PosixFilePermission[] BITS = {
    PosixFilePermission.OTHERS_EXECUTE,
    PosixFilePermission.OTHERS_WRITE,
    PosixFilePermission.OTHERS_READ,
    PosixFilePermission.GROUP_EXECUTE,
    PosixFilePermission.GROUP_WRITE,
    PosixFilePermission.GROUP_READ,
    PosixFilePermission.OWNER_EXECUTE,
    PosixFilePermission.OWNER_WRITE,
    PosixFilePermission.OWNER_READ
  };

  /** These looks, and for what they leave open those of a file that is replaced. */
  public FileLooks orAs(Path old) throws IOException {
    PosixFileAttributes is = view(old).readAttributes();
    String octal = "0%03o".formatted(octal(is.permissions()));
    return new FileLooks(
        mode.or(() -> Optional.of(octal)),
        owner.or(() -> Optional.of(is.owner().getName() + ":" + is.group().getName())));
  }

  /**
   * Gives them to a file.
   *
   * @return whether it did not have them
   * @throws IOException if that cannot be done; the message says why
   */
  public boolean give(Path file) throws IOException {
    PosixFileAttributeView view = view(file);
    PosixFileAttributes before = view.readAttributes();
    boolean changed = false;
    if (owner.isPresent()) {
      String[] names = owner.get().split(":", 2);
      UserPrincipalLookupService directory = file.getFileSystem().getUserPrincipalLookupService();
      try {
        UserPrincipal user = directory.lookupPrincipalByName(names[0]);
        if (!before.owner().equals(user)) {
          view.setOwner(user);
          changed = true;
        }
        if (names.length == 2) {
          GroupPrincipal group = directory.lookupPrincipalByGroupName(names[1]);
          if (!before.group().equals(group)) {
            view.setGroup(group);
            changed = true;
          }
        }
      } catch (UserPrincipalNotFoundException unknown) {
        throw new IOException(
            "'%s' is no user or group of this node".formatted(unknown.getName()), unknown);
      } catch (IOException refused) {
        throw new IOException(
            "the file cannot be given to %s: the agent's user may not do that"
                .formatted(owner.get()),
            refused);
      }
    }
    if (mode.isPresent()) {
      Set<PosixFilePermission> wanted = permissions(mode.get());
      if (!before.permissions().equals(wanted)) {
        view.setPermissions(wanted);
        changed = true;
      }
    }
    return changed;
  }

  private static PosixFileAttributeView view(Path file) {
    return Files.getFileAttributeView(
        file, PosixFileAttributeView.class, LinkOption.NOFOLLOW_LINKS);
  }

  private static Set<PosixFilePermission> permissions(String octal) {
    int bits = Integer.parseInt(octal, 8);
    Set<PosixFilePermission> permissions = EnumSet.noneOf(PosixFilePermission.class);
    for (int i = 0; i < BITS.length; i++) {
      if ((bits & (1 << i)) != 0) {
        permissions.add(BITS[i]);
      }
    }
    return permissions;
  }

  private static int octal(Set<PosixFilePermission> permissions) {
    int bits = 0;
    for (int i = 0; i < BITS.length; i++) {
      if (permissions.contains(BITS[i])) {
        bits |= 1 << i;
      }
    }
    return bits;
  }
}
