import { taxConditionLabel } from "../../../../shared/domain/code-labels.js";
import { say } from "../sentence.js";
import { dateOf, numberOf, typeOf } from "./values.js";

const notTaxId = "No es un CUIT, CUIL o CDI válido: revisá los 11 dígitos.";
const conditionOf = (code: string) => taxConditionLabel(Number(code));

/** What ARCA would refuse, as a preview foresees it: shared/domain/predictions/ and api/issuing/vat-rounding.ts. */
export const foreseenSentences = [
  say(
    "type {associated} cannot be associated with type {type}: a note has the letter of the voucher that it modifies",
    ({ associated, type }) =>
      `${typeOf(associated)} no se puede asociar a ${typeOf(type)}: la nota lleva la letra del comprobante que modifica.`,
  ),
  say("the same voucher is associated twice", "El mismo comprobante está asociado dos veces: quitá uno."),
  say("is not a currency of the authority's: see taxauth/tables/currencies", "ARCA no tiene esta moneda: elegí otra."),
  say(
    "is not a code of the authority's, which calls it {code}: send that",
    "Para ARCA el código de esta moneda es {code}: elegí ese.",
  ),
  say(
    "has the digits of a DNI, and docType 80 is the CUIT: ask for its 11 digits",
    "Es un DNI, y acá va el CUIT: pedí sus 11 dígitos.",
  ),
  say(
    "has the digits of a DNI, whose docType is 96: send that, or the 11 digits of the tax id",
    "Es un DNI: elegí DNI como documento, o escribí los 11 dígitos del CUIT.",
  ),
  say(
    "must be at most 5 days before today, and not after it, for notes of credit invoices",
    () => "La fecha de una nota de factura de crédito tiene que ser de hoy o de hasta 5 días antes.",
  ),
  say(
    "must be at most 5 days before today, or the day after it, for credit invoices",
    () => "La fecha de una factura de crédito puede ser de hasta 5 días antes de hoy o de mañana.",
  ),
  say(
    "must be at most 5 days before or after today for products",
    "Para productos, la fecha puede ser de hasta 5 días antes o después de hoy.",
  ),
  say(
    "must be at most 10 days before or after today for services",
    "Para servicios, la fecha puede ser de hasta 10 días antes o después de hoy.",
  ),
  say(
    "a later date must be of this month for credit invoices",
    "Una fecha posterior a hoy tiene que ser de este mes en facturas de crédito.",
  ),
  say(
    "a later date must be of this month for products",
    "Una fecha posterior a hoy tiene que ser de este mes para productos.",
  ),
  say(
    "must not be before {date}, the date of the last voucher of this point of sale and type",
    ({ date }) =>
      `No puede ser anterior al ${dateOf(date)}, la fecha del último comprobante de este punto de venta y tipo.`,
  ),
  say("must not be after serviceTo", "No puede ser posterior al final del servicio."),
  say(
    "must be neither before voucherDate nor before today: a credit invoice can still be paid",
    "No puede ser anterior a la fecha del comprobante ni a hoy: la factura de crédito tiene que poder pagarse todavía.",
  ),
  say(
    "must be the company's own: it modifies its own vouchers alone",
    "Tiene que ser el CUIT de la empresa: la nota modifica solamente comprobantes propios.",
  ),
  say(
    "a note that cancels nothing modifies an invoice: name that",
    "Una nota que no anula modifica una factura: indicá la factura.",
  ),
  say(
    "a credit note cancels an invoice or a debit note",
    "Una nota de crédito anula una factura o una nota de débito: indicá una de ellas.",
  ),
  say("a debit note cancels a credit note", "Una nota de débito anula una nota de crédito: indicá una."),
  say(
    "{code} is not a VAT condition of a receiver: see taxauth/tables/tax-conditions",
    "ARCA no tiene esa condición de IVA: elegí otra.",
  ),
  say(
    "a registered taxpayer issues letter A or B, not C",
    "Un responsable inscripto emite con letra A o B, no C: elegí otro tipo.",
  ),
  say(
    "a monotributista or an exempt issuer issues letter C only: {types}",
    "Un monotributista o un exento emite solamente con letra C: elegí otro tipo.",
  ),
  say(
    "a receiver with VAT condition {condition} gets letter {right}, not {letter}",
    ({ condition, right, letter }) =>
      `A un receptor con condición ${conditionOf(condition)} le corresponde letra ${right}, no ${letter}.`,
  ),
  say(
    "sales to {cuit} carry the perception of VAT: a tribute of type 13",
    "La venta a un no categorizado lleva la percepción de IVA: agregá ese tributo.",
  ),
  say("the receiver cannot be the issuer itself", "El receptor no puede ser la misma empresa: revisá el CUIT."),
  say(
    "credit invoices need the receiver's CUIT: docType 80",
    "Las facturas de crédito llevan el CUIT del receptor: elegí CUIT como documento.",
  ),
  say(
    "{cuit} is nobody who gets credit invoices",
    "A un no categorizado no se le emiten facturas de crédito: emití una factura común.",
  ),
  say("is not a tax id: 11 digits, the last of which checks the others", notTaxId),
  say(
    "letter A needs the receiver's CUIT: docType 80",
    "La letra A lleva el CUIT del receptor: elegí CUIT como documento.",
  ),
  say(
    "letter A needs the receiver's CUIT: 11 digits",
    "La letra A lleva el CUIT del receptor: escribí sus 11 dígitos.",
  ),
  say(
    "from {amount} pesos on the receiver must be identified: ask for the document",
    ({ amount }) => `Desde $ ${numberOf(amount)} hay que identificar al receptor: pedile el documento.`,
  ),
  say(
    "with docType 99 the number is 0: nobody is identified",
    "Sin identificar, el número es 0: elegí el tipo de documento o dejá el número en 0.",
  ),
  say("must be the receiver's document number", "Escribí el número de documento del receptor."),
  say("is not a document type: see taxauth/tables/document-types", "ARCA no tiene ese tipo de documento: elegí otro."),
  say("tributes that come to 0 must be left out", "Los tributos suman 0: quitalos."),
  say("is not a tribute of the authority's: see taxauth/tables/tributes", "ARCA no tiene ese tributo: elegí otro."),
  say("is required in credit invoices", "Falta la descripción: en facturas de crédito todo tributo la lleva."),
  say("is required for tributes of type 99", "Falta la descripción: el tributo «Otro» la lleva."),
  say(
    "lines at a rate above 0 % must come to some VAT: raise the price, or sell them at 0 %, exempt or not taxable",
    "Las líneas con IVA no llegan a sumar un centavo de IVA: subí el precio, o ponelas al 0 %, exentas o no gravadas.",
  ),
  say(
    "the total is 0.00: the authority authorizes it all the same, and it is a voucher like any other",
    "El total es 0,00: ARCA lo autoriza igual, y es un comprobante como cualquier otro.",
  ),
  say(
    "is ahead: once it is issued, nothing dated before {date} can be issued at this point of sale and type any more",
    ({ date }) =>
      `Es posterior a hoy: si lo emitís así, ya no vas a poder emitir nada con fecha anterior al ${dateOf(date)} en este punto de venta y tipo.`,
  ),
  ...[
    {
      english: "Once it is refused, it is sent again with the cents adjusted.",
      spanish: "Si ARCA lo rechaza, se vuelve a enviar con los centavos ajustados.",
    },
    {
      english: "The cents are adjusted before it is sent.",
      spanish: "Los centavos se ajustan antes de enviarlo.",
    },
    {
      english: `It is refused: set the company's vatRounding to "auto" or "authority" to have the cents adjusted.`,
      spanish: "ARCA lo rechaza: en Datos fiscales elegí que los centavos se ajusten.",
    },
  ].map(({ english, spanish }) =>
    say(
      `Rounding each line gives VAT {amount} on {base} at {rate} %, where the authority expects {expected}. ${english}`,
      ({ amount, base, rate, expected }) =>
        `Redondear línea por línea da IVA ${numberOf(amount)} sobre ${numberOf(base)} al ${numberOf(rate)} %, y ARCA espera ${numberOf(expected)}. ${spanish}`,
    ),
  ),
];
