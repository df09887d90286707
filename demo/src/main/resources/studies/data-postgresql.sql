DROP TABLE IF EXISTS study_group_tag, study_group_member, study_group, study_tag, study_member;

CREATE TABLE study_member (id int PRIMARY KEY, nickname varchar(40) NOT NULL, introduction varchar(200) NOT NULL);
INSERT INTO study_member
SELECT seq, concat('member', seq), concat('I write **', (ARRAY['Java', 'Kotlin', 'Go', 'SQL'])[1 + seq % 4],
  '** & read; see https://example.org/m/', seq)
FROM generate_series(1, 5000) seq;

CREATE TABLE study_tag (id int PRIMARY KEY, name varchar(40) NOT NULL);
INSERT INTO study_tag SELECT seq, concat('subject-', seq) FROM generate_series(1, 60) seq;

CREATE TABLE study_group (
  id int PRIMARY KEY,
  title varchar(80) NOT NULL,
  description varchar(400) NOT NULL,
  status varchar(8) NOT NULL,
  capacity int NOT NULL,
  starts_on date NOT NULL,
  leader_id int NOT NULL
);
INSERT INTO study_group
SELECT seq, concat('Chapter ', 1 + seq % 30, ' of book ', seq % 977),
  concat('We read **chapter ', 1 + seq % 30, '** & try `SELECT ', seq, ' < ', seq % 97, '`.', chr(10), 'Notes are at ',
    'https://example.org/studies/', seq, ' after each evening; whoever joins, presents "once" a month.'),
  CASE seq % 5 WHEN 0 THEN 'CLOSED' ELSE 'OPEN' END, 6 + seq % 5, date '2025-01-01' + (seq::bigint * 7919 % 365)::int,
  1 + seq * 31 % 5000
FROM generate_series(1, ${groups}) seq;

CREATE TABLE study_group_member (group_id int NOT NULL, member_id int NOT NULL, PRIMARY KEY (group_id, member_id));
INSERT INTO study_group_member
SELECT g, 1 + (g * 31 + m * 617) % 5000 FROM generate_series(1, ${groups}) g CROSS JOIN generate_series(1, 4) m;

CREATE TABLE study_group_tag (group_id int NOT NULL, tag_id int NOT NULL, PRIMARY KEY (group_id, tag_id));
INSERT INTO study_group_tag
SELECT g, 1 + (g * 7 + t * 13) % 60 FROM generate_series(1, ${groups}) g CROSS JOIN generate_series(1, 3) t;

VACUUM (ANALYZE) study_member, study_tag, study_group, study_group_member, study_group_tag;
