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
    ) AS issued, b.outage_since, coalesce(b.failed_calls, 0) AS failed_calls,
    (
      CASE
        WHEN b.outage_recorded_at <= now() + interval '1 second' THEN b.outage_recorded_at
      END
    ) AS outage_recorded_at,
    CASE WHEN b.cae_failing THEN coalesce(b.cae_outage_since, b.outage_since) END AS cae_outage_since,
    coalesce(b.failed_cae_requests, 0) AS failed_cae_requests,
    (
      CASE
        WHEN b.cae_outage_recorded_at <= now() + interval '1 second' THEN b.cae_outage_recorded_at
      END
    ) AS cae_outage_recorded_at,
    (
      CASE
        WHEN b.last_cae_request_at <= now() + interval '1 second' THEN b.last_cae_request_at
      END
    ) AS last_cae_request_at, b.ready_at, b.ready_since,
    coalesce(b.active_since IS NOT NULL AND NOT b.is_manual, false) AS "endsByItself"
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
        WHEN h.outage_since <= now()
          AND h.outage_since > coalesce(h.answered, '-infinity') THEN h.outage_since
      END
    ) AS outage_kept, calls.count AS more_calls, calls.first AS first_call,
    CASE
      WHEN NOT coalesce(
        h.last_cae_request_at < h.answered
        AND h.last_cae_request_at < now() - $2 * interval '1 minute', false
      ) THEN (
        CASE
          WHEN h.cae_outage_since <= now()
            AND h.cae_outage_since > coalesce(h.issued, '-infinity') THEN h.cae_outage_since
        END
      )
    END AS cae_outage_kept, requests.count AS more_requests, requests.first AS first_request,
    requests.last AS last_request
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
    END AS ready, least(outage_kept, first_call) AS silent, least(cae_outage_kept, first_request) AS issuing
  FROM k
)
INSERT INTO contingency AS c (
  company_id, production, answered_at, issued_at, outage_since, failed_calls, outage_recorded_at, cae_failing,
  cae_outage_since, failed_cae_requests, cae_outage_recorded_at, last_cae_request_at, cause, ready_at, ready_since,
  refused, refusal
)
SELECT "companyId", production, answered, issued, silent,
  CASE WHEN outage_kept IS NULL THEN 0 ELSE failed_calls END + more_calls,
  CASE
    WHEN outage_kept IS NULL THEN CASE WHEN silent IS NOT NULL THEN now() END
    ELSE coalesce(outage_recorded_at, now())
  END, issuing IS NOT NULL, issuing,
  CASE WHEN cae_outage_kept IS NULL THEN 0 ELSE failed_cae_requests END + more_requests,
  CASE
    WHEN cae_outage_kept IS NULL THEN CASE WHEN issuing IS NOT NULL THEN now() END
    ELSE coalesce(cae_outage_recorded_at, now())
  END, CASE WHEN issuing IS NOT NULL THEN greatest(last_cae_request_at, last_request) END, left(cause, 300), ready,
  CASE
    WHEN ready IS NULL THEN NULL
    WHEN ready_at IS NULL THEN now()
    ELSE coalesce((CASE WHEN ready_since <= now() + interval '1 second' THEN ready_since END), now())
  END, CASE WHEN "endsByItself" THEN refused_before + more_refused ELSE 0 END, left(refusal, 300)
FROM r
ORDER BY "companyId", production ON CONFLICT (company_id, production) DO UPDATE
SET answered_at = excluded.answered_at, issued_at = excluded.issued_at, outage_since = excluded.outage_since,
  failed_calls = excluded.failed_calls, outage_recorded_at = excluded.outage_recorded_at,
  cae_failing = excluded.cae_failing, cae_outage_since = excluded.cae_outage_since,
  failed_cae_requests = excluded.failed_cae_requests, cae_outage_recorded_at = excluded.cae_outage_recorded_at,
  last_cae_request_at = excluded.last_cae_request_at, cause = excluded.cause, ready_at = excluded.ready_at,
  ready_since = excluded.ready_since, refused = excluded.refused, refusal = excluded.refusal
RETURNING c.company_id AS "companyId", c.production
