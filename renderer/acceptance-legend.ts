/** From this voucher date on (`YYYYMMDD`), a credit invoice counts as accepted after so many calendar days. */
const terms: { from: string; days: number }[] = [
  { from: "20261101", days: 15 },
  { from: "20251101", days: 21 },
];
const lawful = 15;

const daysOf = (voucherDate: string): number => terms.find(({ from }) => voucherDate >= from)?.days ?? lawful;

/**
 * What Ley 27.440, article 5, wants a credit invoice to say about its acceptance, in our words.
 * Source: issuer/authority/README.md, section 12.6.
 */
export const acceptanceLegend = (voucherDate: string): string =>
  `Ley 27.440, art. 5: esta factura se considera aceptada si dentro de los ${daysOf(voucherDate)} días corridos desde su recepción en el domicilio fiscal electrónico del comprador no se registra su rechazo total ni su aceptación. Si al vencer ese plazo no fue cancelada, es título ejecutivo (art. 523 CPCCN). Su aceptación, expresa o tácita, implica la conformidad con transferir sus datos desde el Registro de Facturas de Crédito Electrónicas MiPyMEs a terceros, si se cede o negocia.`;
