import type pg from "pg";
import { leftOutTrigger, partitionedTables, partitionKey } from "./partitioned-tables.js";

/** What a table has beside its columns, defaults and checks, each as the statement that makes it. */
export interface TableShape {
  table: string;
  /** Settings such as those of vacuum: `fillfactor=80, …`. Null for none. */
  settings: string | null;
  /**
   * Of two that seem to cost the same, as all do while a table is tiny, PostgreSQL takes the newer one. So they stand as they were made, and
   * those that the company widens, which find one row, after them. The keys come last.
   */
  indexes: string[];
  keys: string[];
  references: string[];
  triggers: string[];
  /** Which counter gives the values of which column. */
  counters: { counter: string; column: string }[];
}

/** @throws Error when the table has something that cannot be made on a partitioned one */
export async function readTableShape(client: pg.Client, table: string): Promise<TableShape> {
  const list = async <Row extends pg.QueryResultRow>(sql: string) => (await client.query<Row>(sql, [table])).rows;
  const [settings] = await list<{ text: string | null }>(
    "SELECT array_to_string(reloptions, ', ') AS text FROM pg_class WHERE oid = $1::regclass",
  );
  const constraints = await list<{ name: string; type: string; text: string; target: string | null }>(`
    SELECT quote_ident(conname) AS name, contype AS type, pg_get_constraintdef(oid) AS text, confrelid::regclass::text AS target
    FROM pg_constraint WHERE conrelid = $1::regclass AND contype NOT IN ('c', 'n') ORDER BY conname`);
  const indexes = await list<{ text: string; isUnique: boolean; isOfColumns: boolean; hasKey: boolean }>(`
    SELECT pg_get_indexdef(i.indexrelid) AS text, i.indisunique AS "isUnique", i.indexprs IS NULL AS "isOfColumns",
      EXISTS (SELECT FROM unnest((i.indkey::smallint[])[0:i.indnkeyatts - 1]) AS k(attnum) JOIN pg_attribute a
        ON a.attrelid = i.indrelid AND a.attnum = k.attnum AND a.attname = '${partitionKey}') AS "hasKey"
    FROM pg_index i WHERE i.indrelid = $1::regclass AND NOT EXISTS (SELECT FROM pg_constraint c WHERE c.conindid = i.indexrelid AND c.conrelid = i.indrelid)
    ORDER BY i.indexrelid`);
  const triggers = await list<{ text: string }>(`
    SELECT pg_get_triggerdef(oid) AS text FROM pg_trigger
    WHERE tgrelid = $1::regclass AND NOT tgisinternal AND tgname <> '${leftOutTrigger}' ORDER BY tgname`);
  const counters = await list<{ counter: string; column: string }>(`
    SELECT d.objid::regclass::text AS counter, quote_ident(a.attname) AS column FROM pg_depend d
    JOIN pg_class c ON c.oid = d.objid AND c.relkind = 'S' JOIN pg_attribute a ON a.attrelid = d.refobjid AND a.attnum = d.refobjsubid
    WHERE d.refobjid = $1::regclass AND d.refobjsubid > 0 AND d.classid = 'pg_class'::regclass AND d.deptype IN ('a', 'i') ORDER BY 1`);

  const add = (name: string, text: string) => `ALTER TABLE ${table} ADD CONSTRAINT ${name} ${text}`;
  const [keys, references] = [
    constraints.filter(({ type }) => "pu".includes(type)),
    constraints.filter(({ type }) => type === "f"),
  ];
  const other = constraints.find((one) => !keys.includes(one) && !references.includes(one));
  if (other) throw new Error(`constraint ${other.name} of ${table} cannot be made on a partitioned table`);
  const foreign = indexes.find(({ isUnique, isOfColumns, hasKey }) => isUnique && !isOfColumns && !hasKey);
  if (foreign) throw new Error(`a unique index of expressions needs ${partitionKey} in it: ${foreign.text}`);
  return {
    table,
    settings: settings?.text ?? null,
    indexes: [
      ...indexes.filter((one) => !isWidened(one)).map(({ text }) => text),
      ...indexes.filter(isWidened).map(({ text }) => withKey(text)),
    ],
    keys: keys.map(({ name, text }) => add(name, withKey(text))),
    references: references.map(({ name, text, target }) =>
      add(name, target && partitionedTables.includes(target) ? ofCompany(text) : text),
    ),
    triggers: triggers.map(({ text }) => text),
    counters,
  };
}

const isWidened = ({ isUnique, hasKey }: { isUnique: boolean; hasKey: boolean }) => isUnique && !hasKey;

/** The columns of a unique key or index, which are no expressions. */
const columns = /\(([^()]*)\)/;

/** The unique key or index with the company behind its columns, unless it is one of them. */
const withKey = (text: string): string =>
  columns.exec(text)?.[1]?.split(", ").includes(partitionKey) ? text : text.replace(columns, `($1, ${partitionKey})`);

/**
 * The foreign key to a partitioned table, of the same company on both sides. A deletion that would have emptied the column is refused: to
 * empty it would empty the company too.
 */
const ofCompany = (text: string): string =>
  text
    .replace(/\(([^()]*)\) REFERENCES (\S+)\(([^()]*)\)/, `($1, ${partitionKey}) REFERENCES $2($3, ${partitionKey})`)
    .replace("ON DELETE SET NULL", "ON DELETE RESTRICT");
