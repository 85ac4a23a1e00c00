import { readCodeTable } from "./read-code-table.js";

/**
 * The names of the authority's voucher types, also of those that this service does not issue. Which it issues, and what each one is, says
 * shared/domain/voucher-types.ts. Source: issuer/authority/README.md, section 7.
 */
export const voucherTypes = readCodeTable(`
1 Factura A
2 Nota de Débito A
3 Nota de Crédito A
4 Recibos A
5 Notas de Venta al contado A
6 Factura B
7 Nota de Débito B
8 Nota de Crédito B
9 Recibos B
10 Notas de Venta al contado B
11 Factura C
12 Nota de Débito C
13 Nota de Crédito C
15 Recibo C
34 Cbtes. A del Anexo I, Apartado A,inc.f),R.G.Nro. 1415
35 Cbtes. B del Anexo I,Apartado A,inc. f),R.G. Nro. 1415
39 Otros comprobantes A que cumplan con R.G.Nro. 1415
40 Otros comprobantes B que cumplan con R.G.Nro. 1415
49 Comprobante de Compra de Bienes Usados a Consumidor Final
51 Factura A con Leyenda "Operación Sujeta a Retención"
52 Nota de Débito A con Leyenda "Operación Sujeta a Retención"
53 Nota de Crédito A con Leyenda "Operación Sujeta a Retención"
54 Recibo A con Leyenda "Operación Sujeta a Retención"
60 Cta de Vta y Liquido prod. A
61 Cta de Vta y Liquido prod. B
63 Liquidacion A
64 Liquidacion B
201 Factura de Crédito electrónica MiPyMEs (FCE) A
202 Nota de Débito electrónica MiPyMEs (FCE) A
203 Nota de Crédito electrónica MiPyMEs (FCE) A
206 Factura de Crédito electrónica MiPyMEs (FCE) B
207 Nota de Débito electrónica MiPyMEs (FCE) B
208 Nota de Crédito electrónica MiPyMEs (FCE) B
211 Factura de Crédito electrónica MiPyMEs (FCE) C
212 Nota de Débito electrónica MiPyMEs (FCE) C
213 Nota de Crédito electrónica MiPyMEs (FCE) C
`);
