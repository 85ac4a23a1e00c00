import { daysLater } from "../../domain/days-before.js";
import { nameOfVoucher, namesOf, type UnissuedSale, type VoucherIdentity } from "../../domain/equal-sale.js";
import type { SequenceKey } from "../../domain/sequence.js";
import { Prisma } from "../generated/client.js";
import type { Statements, Transaction } from "../pool/database.js";

/**
 * Makes keys suspect in a sequence of which the database lost commits: those whose sales were recorded anew since, and equal a voucher
 * without a key, which is older. It may be the key's. The sequence opens as soon as everything is explained, and who is in line then would
 * be issued again. All vouchers without a key count, also those that came by an earlier import: a sale may have been sent again between the
 * two. The sequence must be locked. Gives how many keys it made suspect.
 */
export async function doubtEqualSales(tx: Transaction, key: SequenceKey): Promise<number> {
  const near = (await listNear(tx, key)).flatMap(({ id, voucher, ...sale }) =>
    namesOf(sale).includes(nameOfVoucher({ ...voucher, voucherDate: sale.body.voucherDate }))
      ? [{ id, since: voucher.createdAt }]
      : [],
  );
  return doubtFound(
    tx,
    Prisma.sql`
    SELECT id, min(since) AS since FROM (
      SELECT i.id, v.created_at AS since FROM ${unissuedBeside(key)} AND ${isOfSale}
      UNION ALL SELECT id, since FROM jsonb_to_recordset(${JSON.stringify(near)}::jsonb) AS n(id bigint, since timestamptz)) s GROUP BY id`,
  );
}

/**
 * Makes a key suspect whose number was freed, when a voucher without a key that equals what was declared under it is imported, on a sequence
 * of whatever kind: a request of before was granted. What was compared, or a person named, is another sale's. Gives how many.
 */
export const doubtFreed = (tx: Transaction, key: SequenceKey, numbers: number[]): Promise<number> =>
  doubtFound(
    tx,
    Prisma.sql`
    SELECT f.issuance_id AS id, min(v.created_at) AS since FROM sequence s
    JOIN freed_number f ON f.sequence_id = s.id AND f.number = ANY (${numbers}) AND f.compared_at IS NULL
    JOIN issuance i ON i.id = f.issuance_id AND ${isNotItsOwn(Prisma.sql`s.pos_number`, Prisma.sql`f.number`)}
    JOIN voucher v ON ${isKeyless} AND ${isOfKey("v", key)} AND v.voucher_number = f.number AND ${isOfFreed}
    WHERE ${isOfKey("s", key)} GROUP BY f.issuance_id`,
  );

/**
 * The one UPDATE of both. Nothing is locked but what was found, in the order of the keys, as whatever arms several locks them.
 * @param found SQL of their ids, with the time of the oldest voucher that may be theirs
 */
const doubtFound = (tx: Transaction, found: Prisma.Sql): Promise<number> => tx.$executeRaw`
  WITH found AS MATERIALIZED (${found}),
  locked AS MATERIALIZED (
    SELECT i.id, found.since FROM found JOIN issuance i ON i.id = found.id
    WHERE ${mayBeSentAgain} AND (i.suspect_since IS NULL OR i.suspect_since > found.since)
    ORDER BY i.company_id, i.production, i.idempotency FOR UPDATE OF i
  )
  UPDATE issuance i SET suspect_since = least(i.suspect_since, locked.since) FROM locked WHERE i.id = locked.id AND ${mayBeSentAgain}`;

/** The voucher `v` equals what was declared under the freed number `f`, in receiver, date, total and currency. */
const isOfFreed = Prisma.sql`public.is_of_sale(f.declared, v.voucher_date, v.doc_type, v.doc_number, v.total_amount, v.currency)`;

/**
 * The total of an imported voucher, to be compared with what the sale `i` declares. ▲ Perceptions are computed when a sale is recorded, from a padrón and
 * days that change: those of a forgotten attempt may have been others, though its caller sends the same. So where a sale asks for any, tributes do not
 * count. Source: issuer/README.md, section 3, "A key in doubt".
 */
const totalBeside = (table: string) => {
  const of = Prisma.raw(table);
  return Prisma.sql`(CASE WHEN i.body ->> 'perceptions' IS NULL THEN ${of}.total_amount
    ELSE ${of}.total_amount - ${of}.tributes_amount + (i.declared ->> 'tributesTotal')::numeric END)`;
};

/**
 * Equality with the sale `i`, but for the date and for computed perceptions: a forgotten attempt may have been of an earlier day, because who sends a sale again after
 * midnight dates it anew.
 */
const isOfSale = Prisma.sql`public.is_of_sale(i.declared, i.declared ->> 'voucherDate', v.doc_type, v.doc_number, ${totalBeside("v")}, v.currency)`;

const isOfItsDays = Prisma.sql`v.voucher_date BETWEEN
    to_char(to_date(i.declared ->> 'voucherDate', 'YYYYMMDD') - ${Prisma.raw(String(daysLater))}, 'YYYYMMDD') AND i.declared ->> 'voucherDate'`;

/** Without a voucher. ▲ Also under a number: if another sale has that, it would get one more, or return to the line. */
const mayBeSentAgain = Prisma.sql`i.state IN ('queued', 'submitted', 'rejected', 'cancelled', 'failed')`;

/** Other number than the one that is asked for now, where the look-up finds the voucher. */
const isNotItsOwn = (pos: Prisma.Sql, number: Prisma.Sql) =>
  Prisma.sql`(i.state <> 'submitted' OR (i.pos_number, i.number) <> (${pos}, ${number}))`;
const isKeyless = Prisma.sql`v.source = 'rcel' AND v.issuance_id IS NULL`;

const isOfKey = (table: string, { companyId, production, posNumber, voucherType }: SequenceKey) => {
  const of = Prisma.raw(table);
  return Prisma.sql`${of}.company_id = ${companyId} AND ${of}.production = ${production} AND ${of}.pos_number = ${posNumber}
    AND ${of}.voucher_type = ${voucherType}`;
};

/** The authority's clock may be ahead of the database's. As in `may_be_imported`. */
const clock = Prisma.sql`interval '10 minutes'`;

/** The point of sale of this sequence is under CAEA: it may have stood in for any other, whatever the configuration says today. */
export const standsIn = ({ companyId, production, posNumber }: SequenceKey) => Prisma.sql`
  EXISTS (SELECT FROM point_of_sale p WHERE p.company_id = ${companyId} AND p.production = ${production} AND p.number = ${posNumber}
    AND p.authorized_by = 'CAEA')`;

/**
 * Sales without a voucher as `i`, at this point of sale or at one for which it may have stood in, while the sequence is
 * unverified, each beside the vouchers without a key, as `v`, that are of its date or of the days before, and that are older.
 */
const unissuedBeside = (key: SequenceKey) => Prisma.sql`
  issuance i JOIN voucher v ON ${isOfKey("v", key)} AND ${isKeyless} AND ${isOfItsDays} AND v.created_at - ${clock} < i.enqueued_at
  WHERE i.company_id = ${key.companyId} AND i.production = ${key.production} AND i.voucher_type = ${key.voucherType}
    AND (i.pos_number = ${key.posNumber} OR ${standsIn(key)}) AND ${mayBeSentAgain}
    AND ${isNotItsOwn(Prisma.sql`v.pos_number`, Prisma.sql`v.voucher_number`)}
    AND EXISTS (SELECT FROM sequence s WHERE ${isOfKey("s", key)} AND NOT public.is_verified(s))`;

interface NearSale extends UnissuedSale {
  id: number;
  voucher: VoucherIdentity & { createdAt: string };
}

/**
 * Lists sales whose total is not the voucher's, but may become it: the authority's split of the VAT moves a total by a few cents, by no
 * more than one for each line, and one for each rate. Their content tells.
 */
const listNear = (tx: Statements, key: SequenceKey): Promise<NearSale[]> => tx.$queryRaw`
  SELECT i.id, i.pos_number AS "posNumber", i.voucher_type AS "voucherType", ${key.posNumber}::int AS substitute, i.body, i.amounts, i.declared,
    jsonb_build_object('posNumber', v.pos_number, 'voucherType', v.voucher_type, 'voucherDate', v.voucher_date, 'docType', v.doc_type,
      'docNumber', v.doc_number, 'totalAmount', (${totalBeside("v")})::text, 'currency', v.currency, 'createdAt', v.created_at) AS voucher
  FROM ${unissuedBeside(key)} AND v.doc_type = (i.declared ->> 'docType')::int AND trim(v.doc_number) = i.declared ->> 'docNumber'
    AND v.currency = i.declared ->> 'currency' AND i.body IS NOT NULL AND i.amounts IS NOT NULL
    AND ${totalBeside("v")} <> (i.declared ->> 'total')::numeric
    AND abs(${totalBeside("v")} - (i.declared ->> 'total')::numeric) <= 1 + 0.01 * jsonb_array_length(i.body -> 'items')`;
