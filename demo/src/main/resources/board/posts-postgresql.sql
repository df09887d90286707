DROP TABLE IF EXISTS post;
CREATE TABLE post (
  id bigint NOT NULL,
  category int NOT NULL,
  title varchar(80) NOT NULL,
  author_id int NOT NULL,
  views int NOT NULL,
  deleted smallint NOT NULL,
  created_at timestamp NOT NULL
);
INSERT INTO post
SELECT seq, 1 + seq % 10, concat('Post ', seq, ' about subject ', seq % 977), 1 + seq::bigint * 7919 % 20000,
  seq * 31 % 5000, CASE seq % 53 WHEN 0 THEN 1 ELSE 0 END, timestamp '2024-01-01' + seq * interval '1 minute'
FROM generate_series(1, 600000) seq;
ALTER TABLE post ADD PRIMARY KEY (id);
CREATE INDEX post_by_category ON post (category, deleted, id);
VACUUM (ANALYZE) post;
