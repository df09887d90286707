DROP TABLE IF EXISTS news;
CREATE TABLE news (
  id bigint PRIMARY KEY,
  topic int NOT NULL,
  title varchar(80) NOT NULL,
  views int NOT NULL,
  published_on date NOT NULL
);
SET unique_checks = 0, foreign_key_checks = 0;
INSERT INTO news
SELECT seq, 1 + seq * 7919 % 40, concat('News ', seq, ' of the day'), seq * 31 % 9000,
  '2023-07-06' + INTERVAL seq DIV 315 DAY
FROM seq_1_to_200000;
CREATE INDEX news_by_day ON news (published_on, topic, views);
