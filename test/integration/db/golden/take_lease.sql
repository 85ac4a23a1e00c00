/* take_lease */
INSERT INTO sequence_lease AS l (company_id, production, pos_number, voucher_type, holder, expires_at)
VALUES ($1::int, $2::boolean, $3::int, $4::int, $5::uuid, now() + $6 * interval '1 second') ON CONFLICT (company_id, production, pos_number, voucher_type) DO UPDATE
SET holder = excluded.holder, expires_at = excluded.expires_at
WHERE l.expires_at NOT BETWEEN clock_timestamp() AND clock_timestamp() + $7 * interval '1 second'
