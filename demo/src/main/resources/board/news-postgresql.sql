DROP TABLE IF EXISTS news;
CREATE TABLE news (
  id bigint NOT NULL,
  topic int NOT NULL,
  title varchar(80) NOT NULL,
  views int NOT NULL,
  published_on date NOT NULL
);
INSERT INTO news
SELECT seq, 1 + seq::bigint * 7919 % 40, concat('News ', seq, ' of the day'), seq * 31 % 9000,
  date '2023-07-06' + seq / 315
FROM generate_series(1, 200000) seq;
ALTER TABLE news ADD PRIMARY KEY (id);
CREATE INDEX news_by_day ON news (published_on, topic, views);
VACUUM (ANALYZE) news;
