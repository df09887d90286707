DROP TABLE IF EXISTS blog_post_tag, blog_post, blog_tag, blog_author;

CREATE TABLE blog_author (id int PRIMARY KEY, name varchar(40) NOT NULL, posts bigint NOT NULL);
INSERT INTO blog_author SELECT seq, concat('Author ', seq), 15 FROM seq_1_to_20000;

CREATE TABLE blog_tag (id int PRIMARY KEY, name varchar(40) NOT NULL, posts bigint NOT NULL);
INSERT INTO blog_tag SELECT seq, concat('tag-', seq), 3000 FROM seq_1_to_200;

CREATE TABLE blog_post (
  id bigint AUTO_INCREMENT PRIMARY KEY,
  author_id int NOT NULL,
  title varchar(120) NOT NULL,
  body varchar(2000) NOT NULL,
  written_at datetime NOT NULL,
  INDEX blog_post_by_author (author_id, id)
);
SET unique_checks = 0, foreign_key_checks = 0;
INSERT INTO blog_post (author_id, title, body, written_at)
SELECT 1 + seq % 20000, concat('Post ', seq), repeat(concat('Words of post ', seq, '. '), 8),
  '2024-01-01' + INTERVAL seq MINUTE
FROM seq_1_to_300000;

CREATE TABLE blog_post_tag (post_id bigint NOT NULL, tag_id int NOT NULL, PRIMARY KEY (post_id, tag_id));
INSERT INTO blog_post_tag SELECT 1 + (seq - 1) DIV 2, 1 + seq % 200 FROM seq_1_to_600000;
