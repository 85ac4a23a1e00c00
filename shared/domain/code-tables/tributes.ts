import { readCodeTable } from "./read-code-table.js";

/** Named by its description. */
export const otherTribute = 99;

/** Taxes other than VAT. Source: issuer/authority/README.md, section 7. */
export const tributes = readCodeTable(`
1 Impuestos nacionales
2 Impuestos provinciales
3 Impuestos municipales
4 Impuestos Internos
5 IIBB
6 Percepción de IVA
7 Percepción de IIBB
8 Percepciones por Impuestos Municipales
9 Otras Percepciones
13 Percepción de IVA a no Categorizado
99 Otro
`);
