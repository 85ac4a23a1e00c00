/* note_heard */
WITH n AS MATERIALIZED (
  SELECT *
  FROM json_to_recordset($1::json) AS n(
    "companyId" int, production boolean, "answeredAgoMs" float8, "issuedAgoMs" float8, calls float8[], requests float8[],
    cause text, "isReady" boolean, refused int, refusal text, "refusedAnew" boolean
  )
),
b AS MATERIALIZED (
  SELECT c.*
  FROM contingency c
  JOIN n
    ON n."companyId" = c.company_id
    AND n.production = c.production
  FOR UPDATE OF c SKIP LOCKED
),
h AS (
  SELECT n."companyId", n.production, n.calls, n.requests, n."isReady", n.refused AS more_refused,
    coalesce(n.refusal, b.refusal) AS refusal,
    CASE WHEN n."refusedAnew" THEN 0 ELSE coalesce(b.refused, 0) END AS refused_before,
    coalesce(n.cause, b.cause) AS cause,
    greatest(
      (CASE WHEN b.answered_at <= now() + interval '1 second' THEN b.answered_at END),
      now() - n."answeredAgoMs" * interval '1 millisecond', now() - n."issuedAgoMs" * interval '1 millisecond'
    ) AS answered,
    greatest(
      (CASE WHEN b.issued_at <= now() + interval '1 second' THEN b.issued_at END),
      now() - n."issuedAgoMs" * interval '1 millisecond'
    ) AS issued, b.silent_since, coalesce(b.unanswered, 0) AS unanswered,
    (CASE WHEN b.silent_noted_at <= now() + interval '1 second' THEN b.silent_noted_at END) AS silent_noted_at,
    CASE WHEN b.issuing_failed THEN coalesce(b.issuing_since, b.silent_since) END AS issuing_since,
    coalesce(b.issuing_unanswered, 0) AS issuing_unanswered,
    (CASE WHEN b.issuing_noted_at <= now() + interval '1 second' THEN b.issuing_noted_at END) AS issuing_noted_at,
    (CASE WHEN b.issuing_asked_at <= now() + interval '1 second' THEN b.issuing_asked_at END) AS issuing_asked_at,
    b.ready_at, b.ready_since, coalesce(b.active_since IS NOT NULL AND NOT b.by_hand, false) AS "endsByItself"
  FROM n
  LEFT JOIN b
    ON b.company_id = n."companyId"
    AND b.production = n.production
  WHERE b.company_id IS NOT NULL
    OR NOT EXISTS (
      SELECT
      FROM contingency c
      WHERE c.company_id = n."companyId"
        AND c.production = n.production
    )
),
k AS (
  SELECT h.*,
    (
      CASE
        WHEN h.silent_since <= now()
          AND h.silent_since > coalesce(h.answered, '-infinity') THEN h.silent_since
      END
    ) AS silent_kept, calls.count AS more_calls, calls.first AS first_call,
    CASE
      WHEN NOT coalesce(
        h.issuing_asked_at < h.answered
        AND h.issuing_asked_at < now() - $2 * interval '1 minute', false
      ) THEN (
        CASE
          WHEN h.issuing_since <= now()
            AND h.issuing_since > coalesce(h.issued, '-infinity') THEN h.issuing_since
        END
      )
    END AS issuing_kept, requests.count AS more_requests, requests.first AS first_request, requests.last AS last_request
  FROM h
  CROSS JOIN LATERAL (
    SELECT count(*)::int AS count, min(at) AS first, max(at) AS last
    FROM (SELECT now() - ms * interval '1 millisecond' AS at FROM unnest(h.calls) ms) t
    WHERE at > coalesce(h.answered, '-infinity')
  ) calls
  CROSS JOIN LATERAL (
    SELECT count(*)::int AS count, min(at) AS first, max(at) AS last
    FROM (SELECT now() - ms * interval '1 millisecond' AS at FROM unnest(h.requests) ms) t
    WHERE at > coalesce(h.issued, '-infinity')
  ) requests
),
r AS (
  SELECT k.*,
    CASE
      WHEN more_calls + more_requests + more_refused > 0 THEN NULL
      WHEN "isReady"
        AND "endsByItself" THEN now()
      ELSE ready_at
    END AS ready, least(silent_kept, first_call) AS silent, least(issuing_kept, first_request) AS issuing
  FROM k
)
INSERT INTO contingency AS c (
  company_id, production, answered_at, issued_at, silent_since, unanswered, silent_noted_at, issuing_failed,
  issuing_since, issuing_unanswered, issuing_noted_at, issuing_asked_at, cause, ready_at, ready_since, refused, refusal
)
SELECT "companyId", production, answered, issued, silent,
  CASE WHEN silent_kept IS NULL THEN 0 ELSE unanswered END + more_calls,
  CASE
    WHEN silent_kept IS NULL THEN CASE WHEN silent IS NOT NULL THEN now() END
    ELSE coalesce(silent_noted_at, now())
  END, issuing IS NOT NULL, issuing, CASE WHEN issuing_kept IS NULL THEN 0 ELSE issuing_unanswered END + more_requests,
  CASE
    WHEN issuing_kept IS NULL THEN CASE WHEN issuing IS NOT NULL THEN now() END
    ELSE coalesce(issuing_noted_at, now())
  END, CASE WHEN issuing IS NOT NULL THEN greatest(issuing_asked_at, last_request) END, left(cause, 300), ready,
  CASE
    WHEN ready IS NULL THEN NULL
    WHEN ready_at IS NULL THEN now()
    ELSE coalesce((CASE WHEN ready_since <= now() + interval '1 second' THEN ready_since END), now())
  END, CASE WHEN "endsByItself" THEN refused_before + more_refused ELSE 0 END, left(refusal, 300)
FROM r
ORDER BY "companyId", production ON CONFLICT (company_id, production) DO UPDATE
SET answered_at = excluded.answered_at, issued_at = excluded.issued_at, silent_since = excluded.silent_since,
  unanswered = excluded.unanswered, silent_noted_at = excluded.silent_noted_at, issuing_failed = excluded.issuing_failed,
  issuing_since = excluded.issuing_since, issuing_unanswered = excluded.issuing_unanswered,
  issuing_noted_at = excluded.issuing_noted_at, issuing_asked_at = excluded.issuing_asked_at, cause = excluded.cause,
  ready_at = excluded.ready_at, ready_since = excluded.ready_since, refused = excluded.refused,
  refusal = excluded.refusal
RETURNING c.company_id AS "companyId", c.production
