DROP TABLE IF EXISTS solution_hashtag, solution, hashtag, mission, solution_author, solutions_indexes_loaded;

CREATE TABLE solution_author (id int PRIMARY KEY, name varchar(40) NOT NULL);
INSERT INTO solution_author SELECT seq, concat('Author ', seq) FROM generate_series(1, 10000) seq;

CREATE TABLE mission (id int PRIMARY KEY, title varchar(80) NOT NULL);
INSERT INTO mission SELECT seq, concat('Mission ', seq, ': build it') FROM generate_series(1, 200) seq;

CREATE TABLE hashtag (id int PRIMARY KEY, name varchar(40) NOT NULL UNIQUE);
INSERT INTO hashtag SELECT seq, concat('tag-', seq) FROM generate_series(1, 200) seq;

CREATE TABLE solution (
  id bigint NOT NULL,
  mission_id int NOT NULL,
  author_id int NOT NULL,
  title varchar(80) NOT NULL,
  url varchar(120) NOT NULL,
  submitted_at timestamp NOT NULL
);
INSERT INTO solution
SELECT seq, 1 + seq * 31 % 200, 1 + seq * 7919 % 10000, concat('Solution ', seq, ' of mission ', 1 + seq * 31 % 200),
  concat('https://example.org/pull/', seq), timestamp '2024-01-01' + seq * 7919 % 100000 * interval '5 minutes'
FROM generate_series(1, 100000) seq;
ALTER TABLE solution ADD PRIMARY KEY (id);

CREATE TABLE solution_hashtag (id bigint NOT NULL, solution_id bigint NOT NULL, hashtag_id int NOT NULL);
INSERT INTO solution_hashtag
SELECT seq, 1 + (seq - 1) / 3, 1 + ((seq - 1) / 3 * 7 + seq % 3 * (1 + (seq - 1) / 3 % 29)) % 200
FROM generate_series(1, 300000) seq;
ALTER TABLE solution_hashtag ADD PRIMARY KEY (id);

VACUUM (ANALYZE) solution_author, mission, hashtag, solution, solution_hashtag;
