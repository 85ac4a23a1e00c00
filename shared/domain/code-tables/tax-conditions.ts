import { readCodeTable } from "./read-code-table.js";

/** VAT conditions of a receiver. Source: issuer/authority/README.md, section 4.9. */
export const taxConditions = readCodeTable(`
1 IVA Responsable Inscripto
4 IVA Sujeto Exento
5 Consumidor Final
6 Responsable Monotributo
7 Sujeto No Categorizado
8 Proveedor del Exterior
9 Cliente del Exterior
10 IVA Liberado – Ley N° 19.640
13 Monotributista Social
15 IVA No Alcanzado
16 Monotributo Trabajador Independiente Promovido
`);
