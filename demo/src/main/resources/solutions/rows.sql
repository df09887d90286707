SELECT s.id, s.title, s.url, s.submitted_at, m.title AS mission, a.name AS author
FROM solution s
JOIN mission m ON m.id = s.mission_id
JOIN solution_author a ON a.id = s.author_id
WHERE s.id IN (:ids)
ORDER BY s.submitted_at DESC, s.id DESC
