import type { System } from "../../support/processes/open-system.js";
import { groupBy } from "../../support/readers/group-by.js";
import type { Ledgers, VoucherRow } from "../../support/readers/three-ledgers.js";
import type { Violation } from "../../support/readers/violations.js";
import { placeOf } from "./places.js";

/** Notes of every voucher under CAEA whether a contingency of its own company and environment lasts at that moment. */
export async function watchContingencies({ sql }: Pick<System, "sql">): Promise<void> {
  await sql(`
    CREATE TABLE nemesis_caea (voucher_id bigint, lasts boolean);
    CREATE FUNCTION nemesis_note_caea() RETURNS trigger LANGUAGE plpgsql SECURITY DEFINER SET search_path = public AS $$
    BEGIN
      INSERT INTO nemesis_caea SELECT NEW.id, EXISTS (SELECT FROM contingency t
        WHERE t.company_id = NEW.company_id AND t.production = NEW.production AND t.active_since IS NOT NULL);
      RETURN NULL;
    END $$;
    CREATE TRIGGER nemesis_note_caea AFTER INSERT ON voucher FOR EACH ROW WHEN (NEW.caea) EXECUTE FUNCTION nemesis_note_caea();`);
}

/** I18 and I19, by company, environment and sequence. */
export async function judgeContingencies({ sql }: Pick<System, "sql">, ledgers: Ledgers): Promise<Violation[]> {
  const outside = await sql<{ id: number }>("SELECT voucher_id AS id FROM nemesis_caea WHERE NOT lasts");
  return judgeUnderCaea(ledgers, new Set(outside.map(({ id }) => id)));
}

/** @param outside the ids of vouchers under CAEA that were issued while no contingency lasted */
export function judgeUnderCaea(
  { vouchers, granted }: Pick<Ledgers, "vouchers" | "granted">,
  outside: Set<number>,
): Violation[] {
  const ours = vouchers.filter(({ caea }) => caea);
  const reported = new Set(
    granted.map(({ env, cuit, pos, type, number }) => `${env}/${cuit}/${pos}-${type}-${number}`),
  );
  const isAtAuthority = ({ production, cuit, pos, type, number }: VoucherRow) =>
    reported.has(`${production ? "production" : "homologation"}/${cuit}/${pos}-${type}-${number}`);
  return [
    ...ours.filter(({ id }) => outside.has(id)).map((row) => broken("I18", row, "was issued outside a contingency")),
    ...[...groupBy(ours, nameOf).values()].flatMap(judgeNumbers),
    ...ours
      .filter(({ report }) => report === null)
      .map((row) => broken("I19", row, "is under CAEA and will not be reported")),
    ...ours
      .filter((row) => row.report === "givenUp" && isAtAuthority(row))
      .map((row) => broken("I19", row, "was given up, and the authority has it")),
    ...vouchers
      .filter(({ caea, report }) => !caea && report !== null)
      .map((row) => broken("I17", row, "has a CAE and a report")),
  ];
}

/** I18: they count 1, 2, 3 …, and their dates never go back. Nobody else issues there. */
function judgeNumbers(rows: VoucherRow[]): Violation[] {
  const sorted = rows.toSorted((one, other) => one.number - other.number);
  return sorted.flatMap((row, at) => [
    ...(row.number === at + 1 ? [] : [broken("I18", row, "follows a gap or is there twice")]),
    ...(at > 0 && row.date < (sorted[at - 1]?.date ?? "") ? [broken("I18", row, "goes back in its date")] : []),
  ]);
}

const nameOf = ({ company, production, pos, type }: VoucherRow) =>
  placeOf({ company, production, posNumber: pos, voucherType: type });

const broken = (invariant: string, row: VoucherRow, what: string): Violation => ({
  invariant,
  text: `number ${row.number} of ${nameOf(row)} ${what}`,
});
