DROP TABLE IF EXISTS reservation;
CREATE TABLE reservation (
  id bigint NOT NULL,
  room_id int NOT NULL,
  starts_on date NOT NULL,
  hours int NOT NULL,
  guests int NOT NULL
);
INSERT INTO reservation
SELECT seq, 1 + seq % 4, date '2024-01-01' + (seq::bigint * 7919 % 730)::int, 1 + seq % 4, 1 + seq % 12
FROM generate_series(1, 200000) seq;
ALTER TABLE reservation ADD PRIMARY KEY (id);
CREATE INDEX reservation_by_room ON reservation (room_id, starts_on);
VACUUM (ANALYZE) reservation;
