import { maxPrintTries } from "../../domain/print-tries.js";
import { Prisma } from "../generated/client.js";
import type { Database, Statements } from "../pool/database.js";

/** One PDF: a voucher, and the layout unless it is A4 with the copies in order ("1", "1-2", "ticket80-1"). */
export interface PdfKey {
  companyId: number;
  voucherId: number;
  versions: string;
}

/**
 * Purpose of a PDF. `service`: nobody waits for it. `asked`: a download that may come again any moment. `anew`: a person asked for a new
 * print, which the API allows a few times a day.
 */
export type PrintRequester = "service" | "asked" | "anew";

const firstWaitSeconds = 30;
const longestWaitSeconds = 3_600;

/** The wait after a try. It doubles with each try, up to an hour: eight tries take an hour and some minutes. */
const waitAfter = (tries: Prisma.Sql) =>
  Prisma.sql`least(${longestWaitSeconds}, ${firstWaitSeconds} * 2 ^ least(${tries} - 1, 10)) * interval '1 second'`;

/**
 * The try of the row `t` may be followed by another. A time that lies further ahead than the wait is not waited for: the database's
 * clock was set back since.
 */
export const mayPrintAgain = Prisma.sql`(t.due_at <= now() OR t.due_at > now() + ${waitAfter(Prisma.sql`t.attempt_count`)} + interval '1 second')`;

/**
 * Begins a try at a PDF and gives its number, from 1. Undefined when it must not be tried now: another try began a moment ago,
 * the last ones failed, or it is put aside. What a crash leaves behind counts as a failed try.
 */
export async function beginPrint(
  db: Database,
  { companyId, voucherId, versions }: PdfKey,
  wish: PrintRequester,
): Promise<number | undefined> {
  const [row] = await db.$queryRaw<{ tries: number }[]>`
    INSERT INTO print_attempt AS t (company_id, voucher_id, versions, attempt_count, due_at)
    VALUES (${companyId}, ${voucherId}, ${versions}, 1, now() + ${waitAfter(Prisma.sql`1`)})
    ON CONFLICT ON CONSTRAINT print_attempt_pkey DO UPDATE SET attempt_count = t.attempt_count + 1, due_at = now() + ${waitAfter(Prisma.sql`t.attempt_count + 1`)}
    WHERE ${wish === "anew"} OR ${mayPrintAgain} AND (${wish === "asked"} OR t.attempt_count < ${maxPrintTries})
    RETURNING attempt_count AS tries`;
  return row?.tries;
}

/** The row of `print_attempt` of this PDF. */
export const isTryAt = ({ voucherId, versions }: Omit<PdfKey, "companyId">) =>
  Prisma.sql`voucher_id = ${voucherId} AND versions = ${versions}`;

/** The voucher could not be printed. */
export async function notePrintFailure(db: Database, pdf: PdfKey, reason: string): Promise<void> {
  await db.$executeRaw`
    UPDATE print_attempt SET due_at = now() + ${waitAfter(Prisma.sql`attempt_count`)}, reason = ${reason.slice(0, 300)}
    WHERE ${isTryAt(pdf)}`;
}

/** A try ended for a reason that lies elsewhere, such as the storage. It does not count, and the PDF is due again soon. */
export async function takeBackPrint(db: Database, pdf: PdfKey, isRefused: boolean): Promise<void> {
  await db.$executeRaw`
    UPDATE print_attempt SET attempt_count = greatest(attempt_count - 1, 0), due_at = now() + interval '5 seconds',
      refused_at = CASE WHEN ${isRefused} THEN now() END
    WHERE ${isTryAt(pdf)}`;
}

/** A renderer tries a storage that refuses once a minute. What it said before that says nothing of now. */
const refusedSeconds = 120;

/** Finds the obstacle to a PDF that is not there soon: the storage refuses what is printed, of anybody, or this one was put aside. */
export async function findPrintTrouble(
  db: Statements,
  voucherId: number,
  versions: string,
): Promise<"refused" | "aside" | undefined> {
  const [row] = await db.$queryRaw<[{ isRefused: boolean; isAside: boolean }]>`
    SELECT EXISTS (SELECT FROM public.print_attempt WHERE refused_at > now() - ${refusedSeconds} * interval '1 second') AS "isRefused",
      EXISTS (SELECT FROM public.print_attempt WHERE ${isTryAt({ voucherId, versions })} AND attempt_count >= ${maxPrintTries}) AS "isAside"`;
  if (row.isRefused) return "refused";
  return row.isAside ? "aside" : undefined;
}

/** Whether a recipient's PDF is put aside. `recipient` is the alias of its table. */
export const isDeadLettered = (recipient: string): Prisma.Sql => Prisma.sql`
  EXISTS (SELECT 1 FROM print_attempt a WHERE a.voucher_id = ${Prisma.raw(recipient)}.voucher_id
    AND a.versions = array_to_string(${Prisma.raw(recipient)}.pdf_versions, '-') AND a.attempt_count >= ${maxPrintTries})`;

/** A PDF that the service has given up until somebody asks for it. */
export interface DeadLetter extends Omit<PdfKey, "companyId"> {
  code: string;
  production: boolean;
  tries: number;
  /** Why its latest try failed; null when the renderer did not live to tell. */
  reason: string | null;
}

/** The PDFs that were put aside, of all companies or one. */
export const listDeadLetters = (db: Database, companyId: number | undefined, limit: number): Promise<DeadLetter[]> =>
  db.$queryRaw`
    SELECT t.voucher_id AS "voucherId", t.versions, c.code, v.production, t.attempt_count AS tries, t.reason
    FROM print_attempt t JOIN voucher v ON v.id = t.voucher_id JOIN company c ON c.id = v.company_id
    WHERE t.attempt_count >= ${maxPrintTries} AND (${companyId ?? null}::int IS NULL OR v.company_id = ${companyId ?? null}::int)
    ORDER BY t.voucher_id, t.versions LIMIT ${limit}`;

/** Whether a voucher is this company's, in whichever environment. */
export async function isVoucherOf(db: Database, companyId: number, voucherId: number): Promise<boolean> {
  const found = await db.$queryRaw<
    unknown[]
  >`SELECT FROM voucher WHERE id = ${voucherId} AND company_id = ${companyId}`;
  return found.length > 0;
}

/**
 * Gives a voucher's PDFs, or all of a company's, their tries again. The next sweep finds them: the time is cut to milliseconds,
 * because the column would round it, perhaps into the future. Gives how many there were.
 */
export const retryDeadLetters = (
  db: Pick<Database, "$executeRaw">,
  companyId: number,
  voucherId?: number,
): Promise<number> =>
  db.$executeRaw`
    UPDATE print_attempt t SET attempt_count = 0, due_at = date_trunc('milliseconds', now()) FROM voucher v
    WHERE v.id = t.voucher_id AND v.company_id = ${companyId} AND t.attempt_count >= ${maxPrintTries}
      AND (${voucherId ?? null}::bigint IS NULL OR t.voucher_id = ${voucherId ?? null}::bigint)`;
