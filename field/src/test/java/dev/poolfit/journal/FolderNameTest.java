package dev.poolfit.journal;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.text.Normalizer;
import java.util.List;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Two names of experiments never have the same folder, and every name has one on every file system. */
class FolderNameTest {
    private static final List<String> NAMES = List.of(
            "experiment",
            "재고 조회",
            "재고-조회",
            "게시판",
            "a b",
            "a-b",
            "a  b",
            "A-b",
            "a/b",
            "a\\b",
            "a:b",
            "...",
            "-",
            "!!!",
            "🚀",
            "🚀🚀",
            "../../etc",
            ".hidden",
            "hidden",
            "hidden.",
            "nul",
            "NUL",
            "nul.txt",
            "com1",
            "COM¹",
            "con",
            "console",
            "50ms",
            "재".repeat(100),
            "재".repeat(99),
            "x".repeat(100),
            "🚀".repeat(50),
            "đơn hàng",
            "заказы",
            "注文",
            "סדר",
            "कीमत",
            "stock\u202egnp",
            "\u0000",
            "\n",
            "stock-50ms");

    @ParameterizedTest
    @ValueSource(strings = {"stock-50ms", "재고", "주문_조회.v2", "заказы", "注文", "कीमत", "a-b", "experiment"})
    void letters_and_digits_of_every_script_stay_as_they_are(String name) {
        assertThat(FolderName.of(name)).isEqualTo(name);
    }

    @Test
    void a_name_that_loses_something_is_told_apart_by_a_part_of_its_hash() {
        assertThat(FolderName.of("재고 조회")).matches("재고-조회-[0-9a-f]{8}");
        assertThat(FolderName.of("A b")).matches("a-b-[0-9a-f]{8}");
        assertThat(FolderName.of("!!!")).matches("experiment-[0-9a-f]{8}");
        assertThat(FolderName.of("nul.txt")).matches("experiment-nul\\.txt-[0-9a-f]{8}");
    }

    @Test
    void no_two_names_share_a_folder_even_where_upper_and_lower_case_are_the_same() {
        assertThat(NAMES.stream().map(FolderName::of).map(String::toLowerCase).collect(Collectors.toSet()))
                .hasSameSizeAs(NAMES);
    }

    @Test
    void the_same_letters_written_in_two_ways_are_the_same_name() {
        assertThat(FolderName.of(Normalizer.normalize("재고", Normalizer.Form.NFD)))
                .isEqualTo("재고");
    }

    @Test
    void every_name_is_one_that_every_file_system_takes(@TempDir Path folder) throws Exception {
        for (String name : NAMES) {
            String safe = FolderName.of(name);
            assertThat(safe.getBytes(StandardCharsets.UTF_8)).as(name).hasSizeBetween(1, 143);
            assertThat(safe)
                    .doesNotContainPattern("[<>:\"/\\\\|?*\\p{Cntrl}\u202e ]")
                    .doesNotEndWith(".")
                    .doesNotStartWith(".");
            assertThat(Files.createDirectory(folder.resolve(safe)).getParent()).isEqualTo(folder);
        }
    }
}
