SELECT DISTINCT s.id, s.title, s.url, s.submitted_at, m.title AS mission, a.name AS author
FROM solution s
JOIN mission m ON m.id = s.mission_id
JOIN solution_author a ON a.id = s.author_id
JOIN solution_hashtag sh ON sh.solution_id = s.id
JOIN hashtag h ON h.id = sh.hashtag_id
WHERE h.name IN (:tags)
ORDER BY s.submitted_at DESC, s.id DESC
LIMIT :size OFFSET :offset
