/* find_key_obstacle */
SELECT i.key_closed AS barred, public.is_suspect(i.id) AS suspect, public.awaits_verification(i.id) AS unverified,
  public.may_be_imported(i.id) AS imported, public.others_unverified(i.id) AS "othersUnverified",
  i.pos_number AS "posNumber", i.voucher_type AS "voucherType"
FROM issuance i
WHERE i.company_id = $1
  AND i.production = $2
  AND i.idempotency = $3
  AND i.state IN ('rejected', 'cancelled', 'failed')
