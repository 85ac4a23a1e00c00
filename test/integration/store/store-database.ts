import pg from "pg";
import { type Database, openDatabase } from "../../../shared/db/pool/database.js";
import { timeOf } from "../../chaos/simulation/authority.js";
import { codes } from "../../chaos/simulation/codes.js";
import { createDatabase } from "../../support/servers/database.js";
import { asProcess } from "../../support/servers/process-roles.js";
import type { Setting } from "./side.js";

/** The month of the subscription in which every case happens. */
export const periodStart = "2026-11-01";

/** When a case begins, by the database's clock: the noon at which the simulation begins too. */
export const beginMs = timeOf({ day: 0 });

/** A database whose clock a case decides, and whose commits it can lose. */
export interface StoreDatabase extends AsyncDisposable {
  db: Database;
  /** The same as the issuer's role. */
  issuer: Database;
  passMs(ms: number): Promise<void>;
  /** `goBack` loads the copy over the database; nobody has noticed it before `notice`. */
  copy: { make(): Promise<void>; goBack(): Promise<void>; notice(): Promise<void> };
  /** Empties it for the next case. */
  begin(setting: Setting): Promise<void>;
}

/** What a copy has. */
const copied = [
  "issuance",
  "sequence",
  "voucher",
  "voucher_count_pending",
  "freed_number",
  "batch",
  "batch_element",
  "contingency",
  "caea_report",
  "caea_unused",
  "usage_period",
  "database_incarnation",
];
const others = [
  "voucher_count_pending",
  "sequence_lease",
  "recipient",
  "audit_entry",
  "caea",
  "point_of_sale",
  "subscription",
  "plan",
  "company",
];
const serials = ["issuance_id_seq", "sequence_id_seq", "voucher_id_seq", "freed_number_id_seq", "batch_id_seq"];

/** Where names are looked up: a connection says it of its own, whatever the database has. */
const searchPath = '"case", pg_catalog, public';

/** Every function that tells the time is searched for in the schema `case` first, and so are the defaults of all columns. */
const prepare = `
  CREATE SCHEMA "case";
  CREATE TABLE "case".now (at timestamptz(3) NOT NULL);
  INSERT INTO "case".now VALUES (to_timestamp(${beginMs / 1_000}));
  CREATE FUNCTION "case".now() RETURNS timestamptz LANGUAGE sql STABLE AS 'SELECT at FROM "case".now';
  CREATE FUNCTION "case".clock_timestamp() RETURNS timestamptz LANGUAGE sql STABLE AS 'SELECT at FROM "case".now';
  DO $$ DECLARE c record; BEGIN
    FOR c IN SELECT table_name, column_name FROM information_schema.columns WHERE table_schema = 'public'
      AND column_default ~* '^(CURRENT_TIMESTAMP|now\\(\\))'
    LOOP EXECUTE format('ALTER TABLE public.%I ALTER COLUMN %I SET DEFAULT "case".now()', c.table_name, c.column_name); END LOOP;
    FOR c IN SELECT oid::regprocedure AS name FROM pg_proc WHERE pronamespace = 'public'::regnamespace AND proconfig::text LIKE '%search_path%'
    LOOP EXECUTE format('ALTER FUNCTION %s SET search_path = "case", pg_catalog, public', c.name); END LOOP;
    EXECUTE format('ALTER DATABASE %I SET search_path = "case", pg_catalog, public', current_database());
  END $$;
  GRANT USAGE ON SCHEMA "case" TO PUBLIC;
  GRANT SELECT ON "case".now TO PUBLIC;
  CREATE SCHEMA standby;
  CREATE TABLE standby.serials (name text, at bigint, used boolean);
  ${copied.map((table) => `CREATE TABLE standby.${table} (LIKE public.${table});`).join("\n")}`;

const makeCopy = `
  ${copied.map((table) => `DELETE FROM standby.${table}; INSERT INTO standby.${table} SELECT * FROM public.${table};`).join("\n")}
  DELETE FROM standby.serials;
  ${serials.map((name) => `INSERT INTO standby.serials SELECT '${name}', last_value, is_called FROM public.${name};`).join("\n")}`;

/** Without triggers and foreign keys: rows of vouchers are final. */
const asReplica = (statements: string) => `BEGIN; SET LOCAL session_replication_role = replica; ${statements} COMMIT;`;

/** A standby has no rows of tables that are not logged. */
const goBack = asReplica(`
  DELETE FROM public.sequence_lease;
  ${copied.map((table) => `DELETE FROM public.${table}; INSERT INTO public.${table} SELECT * FROM standby.${table};`).join("\n")}
  SELECT setval('public.' || name, at, used) FROM standby.serials;`);

function toEmpty({ companies, voucherTypes, monthlyVouchers, isSeeded }: Setting): string {
  const substitutes = companies.flatMap(({ id, points }) =>
    [...new Set(points.flatMap(({ substitute }) => substitute ?? []))].map((number) => ({ id, number })),
  );
  return asReplica(`
    ${[...copied, ...others]
      .filter((table) => table !== "database_incarnation")
      .map((table) => `DELETE FROM public.${table};`)
      .join(" ")}
    ${serials.map((name) => `ALTER SEQUENCE public.${name} RESTART;`).join(" ")}
    UPDATE "case".now SET at = to_timestamp(${beginMs / 1_000});
    INSERT INTO plan (id, name, monthly_vouchers) VALUES (1, 'of the case', ${monthlyVouchers});
    ${companies
      .flatMap(({ id, points }) => [
        `INSERT INTO company (id, code, cuit, name, tax_type) VALUES (${id}, 'demo-${id}', '20111111112', 'Demo', 1);`,
        `INSERT INTO subscription (company_id, plan_id, anchor, until) VALUES (${id}, 1, '${periodStart}', '2099-12-31');`,
        `INSERT INTO caea (company_id, production, period, fortnight, code, valid_from, valid_to, report_by)
          VALUES ${codes.map((one) => `(${id}, false, ${one.validFrom.slice(0, 6)}, ${one.id}, '${one.code}', '${one.validFrom}', '${one.validTo}', '20991231')`).join(", ")};`,
        ...points.map(
          ({ posNumber, substitute }) =>
            `INSERT INTO point_of_sale (company_id, production, number, contingency_pos) VALUES (${id}, false, ${posNumber}, ${substitute});`,
        ),
      ])
      .join("\n")}
    ${substitutes
      .map(
        ({ id, number }) => `
      INSERT INTO point_of_sale (company_id, production, number, authorized_by) VALUES (${id}, false, ${number}, 'CAEA');
      INSERT INTO sequence (company_id, production, pos_number, voucher_type, last_number, incarnation)
        SELECT ${id}, false, ${number}, type, 0, current_incarnation() FROM unnest(ARRAY[${voucherTypes.join(", ")}]) AS type WHERE ${isSeeded};`,
      )
      .join("\n")}`);
}

/** @param create makes the migrated database */
export async function openStoreDatabase(create = createDatabase): Promise<StoreDatabase> {
  const database = await create();
  const owner = new pg.Client({ connectionString: database.url });
  await owner.connect();
  await owner.query(prepare);
  const { db, close } = openDatabase(database.url, { connections: 2, searchPath });
  const { db: issuer, close: closeIssuer } = openDatabase(asProcess(database.url, "issuer"), {
    connections: 2,
    searchPath,
  });
  const run = async (statements: string) => void (await owner.query(statements));

  return {
    db,
    issuer,
    passMs: (ms) => run(`UPDATE "case".now SET at = at + interval '${ms} milliseconds'`),
    copy: {
      make: () => run(makeCopy),
      goBack: () => run(goBack),
      notice: () => run("SELECT detect_database_loss()"),
    },
    begin: (setting) => run(`SELECT detect_database_loss(); ${toEmpty(setting)} ${makeCopy}`),
    async [Symbol.asyncDispose]() {
      await Promise.all([owner.end(), close(), closeIssuer()]);
      await database.drop();
    },
  };
}
