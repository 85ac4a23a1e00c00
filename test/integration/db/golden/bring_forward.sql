UPDATE issuance
SET place = nextval('issuance_place')
WHERE id = $1
  AND state = 'queued'
  AND place >= 9007199254740992
