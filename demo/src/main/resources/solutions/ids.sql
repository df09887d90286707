SELECT DISTINCT s.id, s.submitted_at
FROM hashtag h
JOIN solution_hashtag sh ON sh.hashtag_id = h.id
JOIN solution s ON s.id = sh.solution_id
WHERE h.name IN (:tags)
ORDER BY s.submitted_at DESC, s.id DESC
LIMIT :size OFFSET :offset
