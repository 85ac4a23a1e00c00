import { argentineDay } from "../../shared/domain/calendar.js";
import { fortnightOf } from "../../shared/domain/fortnight.js";
import { openSession, textsOf } from "../authority/client-session.js";
import type { System } from "../support/processes/system.js";

/** The demo company's, and the point of sale of CAEA that stands in for its first one. */
export const cuit = "30712345671";
export const substitute = 501;

/** Code of the present fortnight, which the authority gives to who asks as an issuer does. */
export async function askForCode({ controlUrl }: Pick<System, "controlUrl">) {
  const present = fortnightOf(argentineDay(Date.now()));
  const url = controlUrl.replace(/\/control$/, "");
  const session = await openSession({ url, control: controlUrl, close: async () => undefined }, cuit);
  const { period, fortnight } = present;
  const granted = await session.call("FECAEASolicitar", `<Periodo>${period}</Periodo><Orden>${fortnight}</Orden>`);
  const [code] = textsOf(granted.xml, "CAEA");
  return { ...present, code };
}

/** Another point of sale stands in for the first one in homologation. Gives the code in hand. */
export async function prepare(system: System): Promise<string> {
  const type = "CAEA - RI IVA - Contingencias";
  await system.authority.set({ pointsOfSale: { [cuit]: [1, { number: substitute, type }] } });
  const { period, fortnight, validFrom, validTo } = fortnightOf(argentineDay(Date.now()));
  const code = "26463476341977";
  const isDemo = "code = 'demo'";
  await system.sql(
    `INSERT INTO caea (company_id, production, period, fortnight, code, valid_from, valid_to, report_by)
     SELECT id, false, $1, $2, $3, $4, $5, $5 FROM company WHERE ${isDemo}`,
    [period, fortnight, code, validFrom, validTo],
  );
  await system.sql(
    `INSERT INTO sequence (company_id, production, pos_number, voucher_type, last_number, incarnation)
     SELECT id, false, $1, 6, 0, current_incarnation() FROM company WHERE ${isDemo}`,
    [substitute],
  );
  await system.sql(
    `INSERT INTO point_of_sale (company_id, production, number, authorized_by)
     SELECT id, false, $1, 'CAEA' FROM company WHERE ${isDemo}`,
    [substitute],
  );
  await system.sql(
    `UPDATE point_of_sale p SET contingency_pos = $1 FROM company c
     WHERE c.id = p.company_id AND ${isDemo} AND p.number = 1 AND NOT p.production`,
    [substitute],
  );
  return code;
}

export const beginByHand = (system: System) =>
  system.sql(`INSERT INTO contingency AS c (company_id, production, active_since, is_manual, reason)
    SELECT id, false, now(), true, 'a drill' FROM company WHERE code = 'demo'
    ON CONFLICT (company_id, production) DO UPDATE SET active_since = excluded.active_since, is_manual = true`);
