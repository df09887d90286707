DROP TABLE IF EXISTS post;
CREATE TABLE post (
  id bigint PRIMARY KEY,
  category int NOT NULL,
  title varchar(80) NOT NULL,
  author_id int NOT NULL,
  views int NOT NULL,
  deleted smallint NOT NULL,
  created_at datetime NOT NULL
);
SET unique_checks = 0, foreign_key_checks = 0;
INSERT INTO post
SELECT seq, 1 + seq % 10, concat('Post ', seq, ' about subject ', seq % 977), 1 + seq * 7919 % 20000, seq * 31 % 5000,
  if(seq % 53 = 0, 1, 0), '2024-01-01' + INTERVAL seq MINUTE
FROM seq_1_to_600000;
CREATE INDEX post_by_category ON post (category, deleted, id);
