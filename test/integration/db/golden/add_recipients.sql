INSERT INTO recipient (company_id, voucher_id, slot, email, name, comments, pdf_versions)
SELECT $1::int, $2::bigint, $3::int + e.place, e.value ->> 'email', e.value ->> 'name', e.value ->> 'comments',
  ARRAY(SELECT jsonb_array_elements_text(e.value -> 'pdfVersions')::smallint)
FROM jsonb_array_elements($4::jsonb) WITH ORDINALITY AS e(value, place)
ORDER BY e.place
RETURNING id
