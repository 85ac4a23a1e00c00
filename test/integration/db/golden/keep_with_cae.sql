UPDATE issuance i
SET may_fail_over = false
FROM json_to_recordset($1::json) AS kept(id bigint, revision int)
WHERE i.id = kept.id
  AND i.revision = kept.revision
  AND i.state = 'queued'
