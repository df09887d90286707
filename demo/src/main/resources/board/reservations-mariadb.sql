DROP TABLE IF EXISTS reservation;
CREATE TABLE reservation (
  id bigint PRIMARY KEY,
  room_id int NOT NULL,
  starts_on date NOT NULL,
  hours int NOT NULL,
  guests int NOT NULL
);
SET unique_checks = 0, foreign_key_checks = 0;
INSERT INTO reservation
SELECT seq, 1 + seq % 4, '2024-01-01' + INTERVAL seq * 7919 % 730 DAY, 1 + seq % 4, 1 + seq % 12 FROM seq_1_to_200000;
CREATE INDEX reservation_by_room ON reservation (room_id, starts_on);
