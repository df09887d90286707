DROP TABLE IF EXISTS solution_hashtag, solution, hashtag, mission, solution_author, solutions_indexes_loaded;

CREATE TABLE solution_author (id int PRIMARY KEY, name varchar(40) NOT NULL);
INSERT INTO solution_author SELECT seq, concat('Author ', seq) FROM seq_1_to_10000;

CREATE TABLE mission (id int PRIMARY KEY, title varchar(80) NOT NULL);
INSERT INTO mission SELECT seq, concat('Mission ', seq, ': build it') FROM seq_1_to_200;

CREATE TABLE hashtag (id int PRIMARY KEY, name varchar(40) NOT NULL UNIQUE);
INSERT INTO hashtag SELECT seq, concat('tag-', seq) FROM seq_1_to_200;

CREATE TABLE solution (
  id bigint PRIMARY KEY,
  mission_id int NOT NULL,
  author_id int NOT NULL,
  title varchar(80) NOT NULL,
  url varchar(120) NOT NULL,
  submitted_at datetime NOT NULL
);
INSERT INTO solution
SELECT seq, 1 + seq * 31 % 200, 1 + seq * 7919 % 10000, concat('Solution ', seq, ' of mission ', 1 + seq * 31 % 200),
  concat('https://example.org/pull/', seq), '2024-01-01' + INTERVAL seq * 7919 % 100000 * 5 MINUTE
FROM seq_1_to_100000;

CREATE TABLE solution_hashtag (id bigint PRIMARY KEY, solution_id bigint NOT NULL, hashtag_id int NOT NULL);
INSERT INTO solution_hashtag
SELECT seq, 1 + (seq - 1) DIV 3, 1 + ((seq - 1) DIV 3 * 7 + seq % 3 * (1 + (seq - 1) DIV 3 % 29)) % 200
FROM seq_1_to_300000;
ANALYZE TABLE solution_author, mission, hashtag, solution, solution_hashtag;
