package dev.poolfit.demo.studies;

import java.util.List;

/** The answers of the API of the study groups. */
interface StudyView {
    record Page(int number, int pages, long total, List<Card> studies) {}

    /** One group; {@code html} is its description, ready to be shown. */
    record Card(
            int id,
            String title,
            String html,
            String startsOn,
            int placesLeft,
            Person leader,
            List<Person> members,
            List<String> tags) {}

    record Person(String nickname, String html) {}
}
