DROP TABLE IF EXISTS study_group_tag, study_group_member, study_group, study_tag, study_member;

CREATE TABLE study_member (id int PRIMARY KEY, nickname varchar(40) NOT NULL, introduction varchar(200) NOT NULL);
INSERT INTO study_member
SELECT seq, concat('member', seq), concat('I write **', elt(1 + seq % 4, 'Java', 'Kotlin', 'Go', 'SQL'),
  '** & read; see https://example.org/m/', seq)
FROM seq_1_to_5000;

CREATE TABLE study_tag (id int PRIMARY KEY, name varchar(40) NOT NULL);
INSERT INTO study_tag SELECT seq, concat('subject-', seq) FROM seq_1_to_60;

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
  concat('We read **chapter ', 1 + seq % 30, '** & try `SELECT ', seq, ' < ', seq % 97, '`.\nNotes are at ',
    'https://example.org/studies/', seq, ' after each evening; whoever joins, presents "once" a month.'),
  if(seq % 5 = 0, 'CLOSED', 'OPEN'), 6 + seq % 5, '2025-01-01' + INTERVAL seq * 7919 % 365 DAY,
  1 + seq * 31 % 5000
FROM seq_1_to_${groups};

CREATE TABLE study_group_member (group_id int NOT NULL, member_id int NOT NULL, PRIMARY KEY (group_id, member_id));
INSERT INTO study_group_member
SELECT g.seq, 1 + (g.seq * 31 + m.seq * 617) % 5000 FROM seq_1_to_${groups} g CROSS JOIN seq_1_to_4 m;

CREATE TABLE study_group_tag (group_id int NOT NULL, tag_id int NOT NULL, PRIMARY KEY (group_id, tag_id));
INSERT INTO study_group_tag
SELECT g.seq, 1 + (g.seq * 7 + t.seq * 13) % 60 FROM seq_1_to_${groups} g CROSS JOIN seq_1_to_3 t;
