/* list_submissions */
SELECT i.id, i.revision, i.number, i.body, i.amounts, i.declared, i.vat_rounding AS "vatRounding",
  i.request_id AS "requestId", i.trace, (extract(epoch FROM i.authority_time) * 1000)::float8 AS "authorityTimeMs",
  (extract(epoch FROM i.measured_at) * 1000)::float8 AS "measuredAtMs", i.refusal -> 'reasons' AS refusal,
  coalesce((i.refusal ->> 'quietMs')::float8, 0) AS "quietMs", coalesce((i.refusal ->> 'sends')::int, 0) AS sends,
  i.ticket_lists_company AS "isListed", i.doubt, i.all_refused AS "isDenied", i.problem,
  i.is_background AS "isBackground", i.may_fail_over AS "mayFailOver", i.lookups AS looks,
  (extract(epoch FROM clock_timestamp()) * 1000)::float8 AS "nowMs",
  (
    i.suspect_since IS NOT NULL
    OR coalesce(i.incarnation <> (SELECT public.current_incarnation()), false)
  ) AND public.may_be_imported(i.id) AS "isHeldBack"
FROM issuance i
WHERE i.company_id = $1
  AND i.production = $2
  AND i.pos_number = $3
  AND i.voucher_type = $4
  AND i.state = 'submitted'
ORDER BY i.number
