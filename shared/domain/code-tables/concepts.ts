import { readCodeTable } from "./read-code-table.js";

/** Products, services or both. Source: issuer/authority/README.md, section 7. */
export const concepts = readCodeTable(`
1 Producto
2 Servicios
3 Productos y Servicios
`);
