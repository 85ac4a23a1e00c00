import { type AuthorityTable, authorityTables } from "../../shared/db/issuer-requests/authority-question.js";
import { concepts } from "../../shared/domain/code-tables/concepts.js";
import { currencies } from "../../shared/domain/code-tables/currencies.js";
import { documentTypes } from "../../shared/domain/code-tables/document-types.js";
import { optionals } from "../../shared/domain/code-tables/optionals.js";
import { provinces } from "../../shared/domain/code-tables/provinces.js";
import type { CodeRow } from "../../shared/domain/code-tables/read-code-table.js";
import { taxConditions } from "../../shared/domain/code-tables/tax-conditions.js";
import { tributes } from "../../shared/domain/code-tables/tributes.js";
import { units } from "../../shared/domain/code-tables/units.js";
import { vatRates } from "../../shared/domain/code-tables/vat-rates.js";
import { authorityVoucherTypes } from "../../shared/domain/voucher-type-table.js";

/** Built-in copies of the authority's tables, served when the authority cannot be asked. A company's activities only the authority knows. */
export const builtInTables: Record<AuthorityTable, readonly CodeRow[]> = {
  "voucher-types": authorityVoucherTypes,
  "document-types": documentTypes,
  "vat-rates": vatRates,
  "tax-conditions": taxConditions,
  currencies,
  tributes,
  concepts,
  optionals,
  activities: [],
};

/** Tables that the authority's issuing service does not have. */
export const ownTables: Record<string, readonly CodeRow[]> = { units, provinces };

/** Names of all tables: what a path may name. */
export const tableNames = [...authorityTables, ...Object.keys(ownTables)];

/** Tables whose codes are texts in requests: "DOL", "060"; "1801". */
const ofTexts = ["currencies", "optionals"];

/** The rows in the order of their codes, which are texts or numbers as in requests. */
export const toTableResult = (
  name: string,
  rows: readonly CodeRow[],
): { id: number | string; description: string }[] =>
  ofTexts.includes(name)
    ? rows.toSorted((one, other) => (one.id < other.id ? -1 : 1))
    : rows.map(({ id, description }) => ({ id: Number(id), description })).sort((one, other) => one.id - other.id);
