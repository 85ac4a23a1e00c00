import { readCodeTable } from "./read-code-table.js";

/** VAT rates. Source: issuer/authority/README.md, section 7. */
export const vatRates = readCodeTable(`
3 0%
4 10.5%
5 21%
6 27%
8 5%
9 2.5%
`);
