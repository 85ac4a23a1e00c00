import { refusalCode } from "../lasting.js";
import { type Desk, refusalOf, say, type Waiting } from "./desk.js";

interface Row {
  id: number;
  production: boolean;
  pos: number;
  type: number;
  number: number;
  errors: { code: number }[];
}

/** The first refused report of each sequence. Source: api/admin/README.md, "Contingencies". */
export async function refusedReports(desk: Desk): Promise<Waiting[]> {
  const rows = await desk.system.sql<Row>(
    `SELECT DISTINCT ON (r.production, r.pos_number, r.voucher_type) r.voucher_id AS id, r.production, r.pos_number AS pos,
       r.voucher_type AS type, r.voucher_number AS number, r.errors
     FROM caea_report r JOIN company c ON c.id = r.company_id WHERE c.code = $1 AND r.state = 'rejected'
     ORDER BY r.production, r.pos_number, r.voucher_type, r.voucher_number`,
    [desk.company],
  );
  return rows.map((row) => ({ name: nameOfReport(row.id), mayBeLeft: true, decide: () => decide(desk, row) }));
}

export const nameOfReport = (voucherId: number): string => `report of voucher ${voucherId}`;

/** The cause is mended, and it is reported again; or it is given up. */
async function decide(desk: Desk, { id, pos, type, number, errors, production }: Row): Promise<string> {
  const { random, lasting, system, cuit, company } = desk;
  const resolve = (...words: string[]) =>
    say(desk, "contingency", "resolve", String(id), ...words, "--because", "the books");
  // What the authority does not show cannot be adopted.
  if (random.chance(0.15) && (await resolve("--adopt"))?.exitCode === 0) return "adopt the report";
  if (errors.some(({ code }) => code === refusalCode) && random.chance(0.75)) {
    await lasting.refuseNoMore({ cuit, pos, type, number });
    const key = desk.keyOf(production);
    const answer = await system.request(`/invoices/${id}/report`, { method: "POST", company, key });
    return answer.status === 200 ? "mend the report" : "mend the report, and nobody takes it";
  }
  const andBehind = random.chance(0.7) ? ["--and-behind"] : [];
  const given = await resolve("--give-up", ...andBehind);
  return given?.exitCode === 0 ? "give the report up" : `giving the report up is refused: ${refusalOf(given)}`;
}
