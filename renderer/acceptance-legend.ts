import { isInForce, type RuleMoves } from "../shared/domain/dated-rules.js";

/** After so many calendar days a credit invoice of this date counts as accepted. */
const daysOf = (voucherDate: string, moves: RuleMoves): number =>
  isInForce("fce-acceptance-21-days", voucherDate, moves) ? 21 : 15;

/**
 * Legend of a credit invoice about its acceptance, which Ley 27.440, article 5, wants. The words are ours.
 * Source: issuer/authority/README.md, section 12.6.
 */
export const acceptanceLegend = (voucherDate: string, moves: RuleMoves = {}): string =>
  `Ley 27.440, art. 5: esta factura se considera aceptada si dentro de los ${daysOf(voucherDate, moves)} días corridos desde su recepción en el domicilio fiscal electrónico del comprador no se registra su rechazo total ni su aceptación. Si al vencer ese plazo no fue cancelada, es título ejecutivo (art. 523 CPCCN). Su aceptación, expresa o tácita, implica la conformidad con transferir sus datos desde el Registro de Facturas de Crédito Electrónicas MiPyMEs a terceros, si se cede o negocia.`;
