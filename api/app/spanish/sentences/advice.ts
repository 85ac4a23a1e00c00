import { say } from "../sentence.js";
import { numberOf } from "./values.js";

/**
 * What the API says after the authority's own words in a refusal: api/issuing/explain-refusal.ts and vat-rounding.ts. These stand
 * within an error, so they are found anywhere in it.
 */
export const adviceSentences = [
  say(
    "Send fce.cancellation true once the buyer has rejected what the note modifies, and only then.",
    "Marcá que anula solamente si el comprador ya rechazó el comprobante.",
  ),
  say(
    "Name in associatedVouchers the voucher as the authority has it: type, point of sale, number and date.",
    "Indicá el comprobante asociado como lo tiene ARCA: tipo, punto de venta, número y fecha.",
  ),
  say(
    "The receiver has no electronic fiscal address. It must have one at the authority before it can get this.",
    "El receptor no tiene domicilio fiscal electrónico: tiene que constituirlo en ARCA.",
  ),
  say("Send serviceExpiration: the day until when the invoice is to be paid.", "Completá el vencimiento del pago."),
  say(
    "Send a serviceExpiration that is neither before voucherDate nor before today.",
    "Elegí un vencimiento del pago que no sea anterior a la fecha del comprobante ni a hoy.",
  ),
  say(
    "Set fce with PATCH /fiscal-data, or send it with the invoice: cbu, and transfer SCA or ADC.",
    "Cargá el CBU y la forma de transferencia (SCA o ADC) en Datos fiscales o en el comprobante.",
  ),
  say(
    "Give as fce.cbu an account of the company's own that is registered at the authority and in force.",
    "Poné un CBU propio de la empresa que esté registrado en ARCA y vigente.",
  ),
  say(
    "The receiver's tax id is not active. Look it up with GET /taxauth/padron/{cuit}.",
    "El CUIT del receptor no está activo: buscalo en el padrón.",
  ),
  say(
    "The receiver's VAT condition does not go with this letter. Look it up with GET /taxauth/padron/{cuit}.",
    "La condición de IVA del receptor no va con esta letra: buscalo en el padrón.",
  ),
  say(
    "This receiver gets no credit invoices: issue type 1, 6 or 11, that of the same letter, in its place.",
    "Este receptor no recibe facturas de crédito: emití una factura común de la misma letra.",
  ),
  say(
    "Issue the note in the invoice's currency, or for a difference of exchange in pesos.",
    "Hacé la nota en la moneda de la factura, o en pesos si es por diferencia de cambio.",
  ),
  say(
    "Issue the note to the receiver of what it modifies. A credit cancels an invoice or debit note, a debit a credit.",
    "Hacé la nota al mismo receptor: una de crédito anula una factura o una de débito, y una de débito anula una de crédito.",
  ),
  say(
    "A credit must be less than what is owed of the invoice. Credit less, or wait until the buyer rejects the invoice and send fce.cancellation true.",
    "La nota de crédito tiene que ser menor que lo que se debe de la factura: acreditá menos, o esperá a que el comprador la rechace y marcá que anula.",
  ),
  say(
    "From this amount on the receiver must get a credit invoice (FCE MiPyME): issue type 201 in place of 1, 206 of 6, 211 of 11.",
    "Desde este importe el receptor recibe factura de crédito (FCE MiPyME): emití la de la misma letra.",
  ),
  say(
    "The company is a financial entity: it issues no credit invoices. Issue type 1, 6 or 11.",
    "La empresa es una entidad financiera y no emite facturas de crédito: emití una factura común.",
  ),
  say(
    "Register the company at the authority as a small one (MiPyME): others issue no credit invoices.",
    "Registrá la empresa como MiPyME en ARCA: solamente ellas emiten facturas de crédito.",
  ),
  say(
    "The company must have an electronic fiscal address at the authority before it issues credit invoices.",
    "La empresa tiene que constituir domicilio fiscal electrónico en ARCA antes de emitir facturas de crédito.",
  ),
  say(
    "Rounding each line gives VAT {amount} on {base} at {rate} %, where the authority expects {expected}.",
    ({ amount, base, rate, expected }) =>
      `Redondear línea por línea da IVA ${numberOf(amount)} sobre ${numberOf(base)} al ${numberOf(rate)} %, y ARCA espera ${numberOf(expected)}.`,
  ),
  say(
    `It is refused: set the company's vatRounding to "auto" or "authority" to have the cents adjusted.`,
    "En Datos fiscales elegí que los centavos se ajusten y volvé a emitir.",
  ),
];
