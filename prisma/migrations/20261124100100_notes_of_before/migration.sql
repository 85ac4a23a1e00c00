-- Links the notes that were recorded before the trigger of the migration before. A migration of its own, because the trigger's lock
-- keeps vouchers from being recorded until its commit, and this one reads every note.
INSERT INTO "voucher_note" ("company_id", "production", "pos_number", "voucher_type", "voucher_number", "note_id")
SELECT DISTINCT n."company_id", n."production", (one ->> 'posNumber')::int, (one ->> 'voucherType')::int, (one ->> 'voucherNumber')::int, n."id"
FROM (
  SELECT v.*, ('{' || v."payload" || '}')::json -> 'associatedVouchers' AS named FROM "voucher" v
  WHERE v."voucher_type" IN (2, 3, 7, 8, 12, 13, 52, 53, 202, 203, 207, 208, 212, 213)
) n
JOIN "company" c ON c."id" = n."company_id"
CROSS JOIN LATERAL json_array_elements(CASE json_typeof(n.named) WHEN 'array' THEN n.named ELSE '[]' END) AS one
WHERE coalesce(one ->> 'cuit', c."cuit") = c."cuit"
ON CONFLICT DO NOTHING;
