package dev.poolfit.process;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;

/** Finds groups that have one user alone: what such a group may write to, nobody else may. */
final class PrivateGroups {
    private static final int GROUP_OF_USER = 3;
    private static final int MEMBERS = 3;

    private final List<String[]> users;
    private final List<String[]> groups;

    /**
     * @param users lines of passwd(5)
     * @param groups lines of group(5)
     */
    PrivateGroups(List<String> users, List<String> groups) {
        this.users = fields(users);
        this.groups = fields(groups);
    }

    static PrivateGroups ofMachine() {
        return new PrivateGroups(lines(Path.of("/etc/passwd")), lines(Path.of("/etc/group")));
    }

    private static List<String> lines(Path file) {
        try {
            return Files.readAllLines(file, StandardCharsets.ISO_8859_1);
        } catch (IOException unreadable) {
            return List.of();
        }
    }

    private static List<String[]> fields(List<String> lines) {
        return lines.stream()
                .map(line -> line.split(":", -1))
                .filter(each -> each.length > MEMBERS)
                .toList();
    }

    /** Returns whether a group is known to have this user alone, as one of the same number unless it has others. */
    boolean only(int group, int user) {
        String number = Integer.toString(group);
        String owner = Integer.toString(user);
        List<String> names = users.stream()
                .filter(each -> each[2].equals(owner))
                .map(each -> each[0])
                .toList();
        boolean others = users.stream().anyMatch(each -> each[GROUP_OF_USER].equals(number) && !each[2].equals(owner))
                || groups.stream()
                        .filter(each -> each[2].equals(number))
                        .flatMap(each -> Arrays.stream(each[MEMBERS].split(",", -1)))
                        .anyMatch(member -> !member.isBlank() && !names.contains(member));
        boolean known = users.stream().anyMatch(each -> each[2].equals(owner) && each[GROUP_OF_USER].equals(number));
        return !others && (group == user || known);
    }
}
