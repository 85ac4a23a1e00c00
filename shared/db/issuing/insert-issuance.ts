import type { IssuanceRequest } from "../../domain/issuance-request.js";
import { type PrintedText, printedTextNames } from "../../domain/printed-texts.js";
import { Prisma } from "../generated/client.js";
import { columnOf } from "../sql/raw-sql.js";

const always = {
  companyId: "company_id",
  production: "production",
  idempotency: "idempotency",
  posNumber: "pos_number",
  voucherType: "voucher_type",
  body: "body",
  bodyHash: "body_hash",
  amounts: "amounts",
  declared: "declared",
  vatRounding: "vat_rounding",
  apiKeyId: "api_key_id",
  userEmail: "user_email",
  requestId: "request_id",
  trace: "trace",
  periodStart: "period_start",
  deadlineAt: "deadline_at",
};
/** Columns of an element of a batch, and of a note or a voucher that may move. */
const sometimes = {
  queuePosition: "queue_position",
  isBackground: "is_background",
  batched: "batched",
  creditedId: "credited_id",
  mayFailOver: "may_fail_over",
};

const allColumns = Object.entries({ ...always, ...sometimes });

/** A row of `issuance`, each value a part of the statement. */
type IssuanceColumns = Record<keyof typeof always, Prisma.Sql> & Partial<Record<keyof typeof sometimes, Prisma.Sql>>;

/**
 * The one door of an issuance into its table: the INSERT up to where its rows come from.
 * @param given a text of the body
 */
export function insertIssuance(row: IssuanceColumns, given: (name: keyof IssuanceRequest) => Prisma.Sql): Prisma.Sql {
  const whole = { ...row, body: Prisma.sql`${row.body} || ${textsOfPos(row, given)}` };
  const columns = allColumns.flatMap(([name, column]) => {
    const value = whole[name as keyof IssuanceColumns];
    return value ? [{ column, value }] : [];
  });
  return Prisma.sql`
    INSERT INTO issuance AS i (${Prisma.raw(columns.map(({ column }) => column).join(", "))})
    SELECT ${Prisma.join(columns.map(({ value }) => value))}`;
}

/**
 * Printed texts of the point of sale that the body does not give, which are recorded besides it. They are fixed here, so that a later
 * change of the point of sale leaves the voucher as it is. The hash stays that of the body alone.
 */
function textsOfPos(
  { companyId, production, posNumber }: IssuanceColumns,
  given: (name: PrintedText) => Prisma.Sql,
): Prisma.Sql {
  const texts = printedTextNames.map(
    (name) =>
      Prisma.sql`${Prisma.raw(`'${name}'`)}, CASE WHEN ${given(name)} IS NULL THEN ${Prisma.raw(`pos.${columnOf(name)}`)} END`,
  );
  return Prisma.sql`
  coalesce((SELECT jsonb_strip_nulls(jsonb_build_object(${Prisma.join(texts)})) FROM point_of_sale pos
    WHERE pos.company_id = ${companyId} AND pos.production = ${production} AND pos.number = ${posNumber}), '{}'::jsonb)`;
}
