/* left_to_tend */
SELECT EXISTS (SELECT FROM batch WHERE finished_at IS NULL) AS "hasUnfinished",
  EXISTS (
    SELECT
    FROM batch_element e
    WHERE e.issuance_id IS NULL
      AND e.attempt IS NOT NULL
  ) AS "hasUnlinked"
