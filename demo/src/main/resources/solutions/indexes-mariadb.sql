CREATE INDEX solution_by_id_and_time ON solution (id, submitted_at);
CREATE INDEX solution_hashtag_by_tag ON solution_hashtag (hashtag_id, solution_id);
ANALYZE TABLE solution, solution_hashtag;
