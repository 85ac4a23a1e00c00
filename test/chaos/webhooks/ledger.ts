import type { System } from "../../support/processes/open-system.js";

/** What happened once, in the words of its event. Two of the same words are two events: a key can be unconfirmed again. */
export interface LedgerEvent {
  type: string;
  idempotency: string | null;
  /** Of the voucher, as is the rest. Null where there is none. */
  id: number | null;
  voucherNumber: number | null;
  cae: string | null;
  /** The place among the voucher's e-mails. */
  recipient: number | null;
  /** What became of an unconfirmed issuance. */
  outcome: string | null;
}

/** Notes how issuances change, because their rows keep only how they are now. Independent of the triggers that tell. */
export const noteChanges = ({ sql }: System): Promise<unknown> =>
  sql(`
    CREATE TABLE storm_change (id bigserial PRIMARY KEY, issuance_id int, revision int, old_state text, new_state text, doubt text);
    CREATE FUNCTION storm_note() RETURNS trigger LANGUAGE plpgsql SECURITY DEFINER SET search_path = public AS $$
    BEGIN
      INSERT INTO storm_change (issuance_id, revision, old_state, new_state, doubt)
      VALUES (NEW.id, NEW.revision, OLD.state, NEW.state, NEW.doubt);
      RETURN NULL;
    END $$;
    CREATE TRIGGER storm_note AFTER UPDATE ON issuance FOR EACH ROW EXECUTE FUNCTION storm_note();`);

/**
 * Undoes one in twenty of the statements that tell, after they have told: as when the commit fails. PostgreSQL calls the
 * triggers of a table in the order of their names.
 */
export const undoAtTimes = ({ sql }: System): Promise<unknown> =>
  sql(`
    CREATE SEQUENCE storm_undone;
    CREATE FUNCTION storm_undo() RETURNS trigger LANGUAGE plpgsql SECURITY DEFINER SET search_path = public AS $$
    BEGIN
      IF random() < 0.05 THEN
        PERFORM nextval('storm_undone');
        RAISE EXCEPTION 'undone by the storm' USING ERRCODE = 'serialization_failure';
      END IF;
      RETURN NULL;
    END $$;
    CREATE TRIGGER zz_undo_voucher AFTER INSERT ON voucher FOR EACH STATEMENT EXECUTE FUNCTION storm_undo();
    CREATE TRIGGER zz_undo_pdf AFTER UPDATE OF has_pdf ON voucher FOR EACH ROW EXECUTE FUNCTION storm_undo();
    CREATE TRIGGER zz_undo_mail AFTER UPDATE OF state ON recipient FOR EACH ROW
      WHEN (NEW.state <> OLD.state) EXECUTE FUNCTION storm_undo();
    CREATE TRIGGER zz_undo_doubt AFTER UPDATE ON issuance FOR EACH ROW
      WHEN (NEW.unconfirmed AND (NOT OLD.unconfirmed OR NEW.state <> OLD.state)) EXECUTE FUNCTION storm_undo();`);

/** How many statements were undone. A sequence keeps its count through an undone statement. */
export async function countUndone({ sql }: System): Promise<number> {
  const [row] = await sql<{ count: number }>(
    "SELECT CASE WHEN is_called THEN last_value::int ELSE 0 END AS count FROM storm_undone",
  );
  return row?.count ?? 0;
}

/** All that must have been told by now, from the rows that say what happened. The table of deliveries is not asked. */
export const readLedger = ({ sql }: System): Promise<(LedgerEvent & Record<string, unknown>)[]> =>
  sql(`
    WITH doubted AS (
      SELECT issuance_id, revision, min(id) AS since FROM storm_change WHERE doubt = 'unconfirmed' GROUP BY issuance_id, revision
    ), told AS (
      SELECT CASE source WHEN 'rcel' THEN 'invoice.imported' ELSE 'invoice.issued' END AS type, id AS voucher_id, idempotency,
        NULL::int AS recipient, NULL AS outcome FROM voucher
      UNION ALL
      SELECT 'invoice.pdf_ready', v.id, v.idempotency, NULL, NULL FROM pdf p JOIN voucher v ON v.id = p.voucher_id
      WHERE p.versions = '1'
      UNION ALL
      SELECT 'invoice.email_' || r.state, v.id, v.idempotency, r.slot, NULL FROM recipient r JOIN voucher v ON v.id = r.voucher_id
      WHERE r.state <> 'due'
      UNION ALL
      SELECT 'invoice.unconfirmed', NULL, i.idempotency, NULL, NULL FROM doubted d JOIN issuance i ON i.id = d.issuance_id
      UNION ALL
      SELECT 'invoice.settled', v.id, i.idempotency, NULL, CASE c.new_state WHEN 'approved' THEN 'issued' ELSE 'failed' END
      FROM doubted d JOIN issuance i ON i.id = d.issuance_id
      JOIN storm_change c ON c.issuance_id = d.issuance_id AND c.revision = d.revision AND c.id > d.since
        AND c.old_state IN ('queued', 'submitted') AND c.new_state NOT IN ('queued', 'submitted')
      LEFT JOIN voucher v ON v.issuance_id = i.id AND c.new_state = 'approved'
    )
    SELECT t.type, t.idempotency, t.voucher_id AS id, v.voucher_number AS "voucherNumber", v.cae, t.recipient, t.outcome
    FROM told t LEFT JOIN voucher v ON v.id = t.voucher_id ORDER BY t.voucher_id, t.type`);

/** How much has not ended yet, so that more will be told. */
export async function countOpen({ sql }: System): Promise<number> {
  const [row] = await sql<{ open: number }>(`
    SELECT ((SELECT count(*) FROM issuance WHERE state IN ('queued', 'submitted'))
      + (SELECT count(*) FROM voucher WHERE NOT has_pdf AND source <> 'rcel')
      + (SELECT count(*) FROM recipient WHERE state = 'due')
      + (SELECT count(*) FROM webhook_delivery d JOIN webhook w ON w.id = d.webhook_id WHERE d.state = 'pending' AND w.url NOT LIKE '%/dead')
    )::int AS open`);
  return row?.open ?? 0;
}
