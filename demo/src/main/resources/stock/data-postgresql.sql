DROP TABLE IF EXISTS quote, dividend, headline, stock, trading_day, sector, market;

CREATE TABLE sector (id int PRIMARY KEY, name varchar(40) NOT NULL);
INSERT INTO sector SELECT seq, concat('Sector ', seq) FROM generate_series(1, 20) seq;

CREATE TABLE market (id int PRIMARY KEY, name varchar(40) NOT NULL, currency char(3) NOT NULL);
INSERT INTO market
SELECT seq, concat('Exchange ', seq), CASE seq % 2 WHEN 0 THEN 'EUR' ELSE 'USD' END FROM generate_series(1, 5) seq;

CREATE TABLE trading_day (id int PRIMARY KEY, traded_on date NOT NULL);
INSERT INTO trading_day SELECT seq, date '2025-03-01' + seq FROM generate_series(1, 20) seq;

CREATE TABLE stock (
  id int PRIMARY KEY,
  symbol varchar(8) NOT NULL,
  name varchar(60) NOT NULL,
  sector_id int NOT NULL,
  market_id int NOT NULL
);
INSERT INTO stock
SELECT seq, concat('S', lpad(seq::text, 4, '0')), concat('Company ', seq), 1 + seq % 20, 1 + seq % 5
FROM generate_series(1, 2000) seq;
CREATE INDEX stock_by_sector ON stock (sector_id, id);

CREATE TABLE quote (
  id int PRIMARY KEY,
  stock_id int NOT NULL,
  day_id int NOT NULL,
  price decimal(12, 2) NOT NULL,
  volume bigint NOT NULL
);
INSERT INTO quote
SELECT seq, 1 + seq % 2000, 1 + (seq - 1) / 2000, 10 + seq * 7919 % 50000 / 100.0, seq::bigint * 104729 % 1000000
FROM generate_series(1, 40000) seq;
CREATE INDEX quote_by_stock ON quote (stock_id, id);

CREATE TABLE dividend (id int PRIMARY KEY, stock_id int NOT NULL, paid_on date NOT NULL, amount decimal(8, 2) NOT NULL);
INSERT INTO dividend
SELECT seq, 1 + seq % 2000, date '2024-03-15' + 3 * ((seq - 1) / 2000) * interval '1 month', 0.1 + seq % 90 / 100.0
FROM generate_series(1, 8000) seq;
CREATE INDEX dividend_by_stock ON dividend (stock_id);

CREATE TABLE headline (id int PRIMARY KEY, stock_id int NOT NULL, text varchar(120) NOT NULL);
INSERT INTO headline
SELECT seq, 1 + seq % 2000, concat('Company ', 1 + seq % 2000, ' in the news, part ', 1 + (seq - 1) / 2000)
FROM generate_series(1, 10000) seq;
CREATE INDEX headline_by_stock ON headline (stock_id);

ANALYZE sector, market, trading_day, stock, quote, dividend, headline;
