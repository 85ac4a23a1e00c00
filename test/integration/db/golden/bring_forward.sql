UPDATE issuance
SET queue_position = nextval('issuance_queue_position')
WHERE id = $1
  AND state = 'queued'
  AND queue_position >= 9007199254740992
