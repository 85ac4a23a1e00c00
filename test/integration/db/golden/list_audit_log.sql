SELECT (
  (
    SELECT count(*)
    FROM audit_entry l
    WHERE l.company_id = $1
      AND (l.production = $2 OR l.production IS NULL)
      AND l.created_at >= now() - $3 * interval '1 day'
      AND true
  )
)::int AS total,
  (
    SELECT '[' || coalesce(string_agg(listed.row, ','), '') || ']'
    FROM (
      SELECT json_build_object(
        'id', v.id, 'production', v.production, 'action', v.action, 'resourceId', v.resource_id, 'actorType',
        v.actor_type, 'actorEmail', v.actor_email, 'actorApiKeyId', v.actor_api_key_id, 'actorName', v.actor_name,
        'before', v.before, 'after', v.after, 'created',
        (
          substr(to_json((v.created_at + interval '1 microsecond') AT TIME ZONE 'UTC')::text, 2, 23) || 'Z'
        )
      )::text AS row
      FROM (
        SELECT l.id
        FROM audit_entry l
        WHERE l.company_id = $4
          AND (l.production = $5 OR l.production IS NULL)
          AND l.created_at >= now() - $6 * interval '1 day'
          AND true
        ORDER BY l.id DESC
        LIMIT 50
        OFFSET 0
      ) page
      JOIN audit_entry v
        ON v.id = page.id
      ORDER BY v.id DESC
    ) listed
  ) AS rows
