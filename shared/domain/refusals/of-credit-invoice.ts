import { type Refusal, told, toldOf } from "../refusal.js";
import { findCreditInvoiceType, typesOf } from "../voucher-types.js";

const invoices = typesOf({ kind: "invoice", regime: "ordinary" });
/** "1, 6 or 11". */
const ordinary = invoices.join(", ").replace(/, (?=\d+$)/, " or ");
/** "201 of 1". */
const inPlaceOf = invoices.map((code) => `${findCreditInvoiceType(code)} of ${code}`);

/** Help against a refusal of a credit invoice that nothing foresaw. Source: issuer/authority/README.md, section 12.4. */
export const creditInvoiceRefusals: Refusal[] = [
  told(
    10154,
    "Send fce.cancellation true once the buyer has rejected what the note modifies, and only then.",
    "Marcá que anula solamente si el comprador ya rechazó el comprobante.",
    "fce.cancellation",
  ),
  ...toldOf(
    [10156, 10158, 10160],
    "Name in associatedVouchers the voucher as the authority has it: type, point of sale, number and date.",
    "Indicá el comprobante asociado como lo tiene ARCA: tipo, punto de venta, número y fecha.",
    "associatedVouchers",
  ),
  told(
    10161,
    "The receiver has no electronic fiscal address. It must have one at the authority before it can get this.",
    "El receptor no tiene domicilio fiscal electrónico: tiene que constituirlo en ARCA.",
    "customer.docNumber",
  ),
  told(
    10163,
    "Send serviceExpiration: the day until when the invoice is to be paid.",
    "Completá el vencimiento del pago.",
    "serviceExpiration",
  ),
  ...toldOf(
    [10168, 10214, 10215, 10216],
    "Set fce with PATCH /fiscal-data, or send it with the invoice: cbu, and transfer SCA or ADC.",
    "Cargá el CBU y la forma de transferencia (SCA o ADC) en Datos fiscales o en el comprobante.",
    "fce",
  ),
  ...toldOf(
    [10165, 10174],
    "Give as fce.cbu an account of the company's own that is registered at the authority and in force.",
    "Poné un CBU propio de la empresa que esté registrado en ARCA y vigente.",
    "fce.cbu",
  ),
  told(
    10166,
    "Give as fce.alias the alias of fce.cbu as the bank has it, of 6 to 20 letters or digits, or none.",
    "Poné el alias de ese CBU como lo tiene el banco, de 6 a 20 letras o números, o ninguno.",
    "fce.alias",
  ),
  told(
    10176,
    "The receiver's tax id is not active. Look it up with GET /taxauth/padron/{cuit}.",
    "El CUIT del receptor no está activo: buscalo en el padrón.",
    "customer.docNumber",
  ),
  told(
    10177,
    "The receiver's VAT condition does not go with this letter. Look it up with GET /taxauth/padron/{cuit}.",
    "La condición de IVA del receptor no va con esta letra: buscalo en el padrón.",
    "customer.taxType",
  ),
  told(
    10180,
    `This receiver gets no credit invoices: issue type ${ordinary}, that of the same letter, in its place.`,
    "Este receptor no recibe facturas de crédito: emití una factura común de la misma letra.",
    "voucherType",
  ),
  told(
    10181,
    "Issue the note in the invoice's currency, or for a difference of exchange in pesos.",
    "Hacé la nota en la moneda de la factura, o en pesos si es por diferencia de cambio.",
    "currency",
  ),
  told(
    10183,
    "Issue the note to the receiver of what it modifies. A credit cancels an invoice or debit note, a debit a credit.",
    "Hacé la nota al mismo receptor: una de crédito anula una factura o una de débito, y una de débito anula una de crédito.",
    "customer.docNumber",
  ),
  told(
    10184,
    "A credit must be less than what is owed of the invoice. Credit less, or wait until the buyer rejects the invoice and send fce.cancellation true.",
    "La nota de crédito tiene que ser menor que lo que se debe de la factura: acreditá menos, o esperá a que el comprador la rechace y marcá que anula.",
    "items",
  ),
  ...toldOf(
    [10188, 10192],
    `From this amount on the receiver must get a credit invoice (FCE MiPyME): issue type ${inPlaceOf.join(", ").replace(" of", " in place of")}.`,
    "Desde este importe el receptor recibe factura de crédito (FCE MiPyME): emití la de la misma letra.",
    "voucherType",
  ),
  told(
    10251,
    `The company is a financial entity: it issues no credit invoices. Issue type ${ordinary}.`,
    "La empresa es una entidad financiera y no emite facturas de crédito: emití una factura común.",
    "voucherType",
  ),
];
