import { type Refusal, told, toldOf } from "../refusal.js";

/** Help where no rule of ours foresaw the refusal: the point of sale, the number and the date, the amounts. */
export const voucherRefusals: Refusal[] = [
  ...toldOf(
    // 11002 is what the authority says first, when it is asked for the last number. 10104 is the same where it is asked for a voucher.
    [10005, 11002, 10104],
    "The authority has no point of sale of web-service type (RECE) with this posNumber: register it in its portal (Administración de puntos de venta), or issue at another.",
    "Fijate en ARCA, en Administración de puntos de venta, que el punto de venta exista, sea de web services y no esté dado de baja.",
    "posNumber",
  ),
  ...toldOf(
    [10004, 11000],
    "The authority has points of sale from 1 to 99998: issue at another posNumber.",
    "En ARCA los puntos de venta van del 1 al 99998: emití en otro.",
    "posNumber",
  ),
  ...toldOf(
    [10006, 10007, 11001],
    "The authority does not take this voucherType at web services: see taxauth/tables/voucher-types.",
    "ARCA no acepta ese tipo de comprobante por web services: elegí uno de su tabla.",
    "voucherType",
  ),
  told(
    10096,
    "An exempt issuer needs a point of sale of the type for exempt issuers by web services: register one in the authority's portal, and issue there.",
    "Un exento emite en un punto de venta del tipo «Exento en IVA - Web Services»: dalo de alta en ARCA y emití ahí.",
    "posNumber",
  ),
  told(
    10016,
    "Send a voucherDate of these days that is not before the last voucher of this point of sale and type, which another system may have issued there.",
    "Elegí una fecha más cercana a hoy y que no sea anterior a la del último comprobante, que puede ser de otro sistema.",
    "voucherDate",
  ),
  told(
    10051,
    "A rate's VAT must be its base times the rate, but for a cent: check prices and discounts of the lines.",
    "Revisá los precios y los descuentos de las líneas: el IVA de cada alícuota tiene que ser su base por la alícuota, con un centavo de diferencia como mucho.",
    "items",
  ),
  told(
    10048,
    "The authority adds the amounts up to another total. The service computes them from what you send: check prices and discounts of the items and the subtotal of each of the tributes; if they are right, tell the service's operator.",
    "A ARCA le da otro total. Los importes salen de lo que se cargó: revisá los precios y los descuentos de las líneas y el importe de cada tributo; si están bien, avisale a quien opera el servicio.",
    "items",
  ),
  told(
    10038,
    "Send in currency.quotation the authority's rate of the business day before voucherDate: GET /taxauth/quotation/{currency}. A voucher that is paid in the same foreign currency needs exactly that.",
    "Poné como cotización la de ARCA del día hábil anterior a la fecha: la que se paga en la misma moneda extranjera tiene que ser exactamente esa.",
    "currency.quotation",
  ),
  ...toldOf(
    [10119, 10240],
    "Check currency.quotation: it is far from the authority's rate of that day, GET /taxauth/quotation/{currency}. It says how many pesos one unit is worth.",
    "Revisá la cotización: está lejos de la de ARCA de ese día. Es cuántos pesos vale una unidad de la moneda.",
    "currency.quotation",
  ),
];

/** The receiver. */
export const receiverToldRefusals: Refusal[] = [
  told(
    10015,
    "The authority's registers do not know customer.docNumber under customer.docType: look it up with GET /taxauth/padron/{cuit}, or ask the receiver.",
    "ARCA no tiene en sus registros ese documento del receptor: buscalo en el padrón o pedíselo de nuevo.",
    "customer.docNumber",
  ),
  told(
    10242,
    "The authority does not know the receiver's VAT condition: send customer.taxType from GET /taxauth/padron/{cuit}, or of taxauth/tables/tax-conditions.",
    "ARCA no tiene esa condición de IVA: buscá al receptor en el padrón o elegí otra.",
    "customer.taxType",
  ),
  told(
    10243,
    "The receiver's VAT condition does not go with this letter: look it up with GET /taxauth/padron/{cuit}. Conditions 1, 6, 13 and 16 get letter A of a registered taxpayer, all others B.",
    "La condición de IVA del receptor no va con esta letra: buscalo en el padrón. Con letra A van los responsables inscriptos y los monotributistas, con B todos los demás.",
    "customer.taxType",
  ),
  told(
    10195,
    "The authority lists the receiver's tax id as apocryphal: it gets no vouchers. Make sure who the receiver is.",
    "ARCA tiene el CUIT del receptor como apócrifo y no se le puede emitir: asegurate de quién es el receptor.",
    "customer.docNumber",
  ),
  told(
    10247,
    "The receiver's tax id is inactive or not valid at the authority: the receiver mends that there. Only credit notes can be issued to it.",
    "El CUIT del receptor está inactivo o no es válido en ARCA: lo tiene que resolver el receptor. Mientras tanto solo se le pueden hacer notas de crédito.",
    "customer.docNumber",
  ),
  told(
    10248,
    "The authority limits the receiver's tax id as unreliable: the receiver mends that there. Only credit notes can be issued to it.",
    "ARCA limitó el CUIT del receptor por falta de confiabilidad: lo tiene que resolver el receptor. Mientras tanto solo se le pueden hacer notas de crédito.",
    "customer.docNumber",
  ),
  told(
    10249,
    "The authority has the receiver as deceased, without a registered estate: make sure who buys, and issue to the estate or to who pays.",
    "ARCA tiene al receptor como fallecido, sin sucesión registrada: asegurate de quién compra y emití a la sucesión o a quien paga.",
    "customer.docNumber",
  ),
  ...toldOf(
    [10270, 10271, 10272],
    "Document type 31 is of investment funds, by financial entities alone: at most 4 digits, and VAT condition 15. Send the receiver's CUIT with customer.docType 80.",
    "El documento 31 es de fondos comunes de inversión y lo usan solamente las entidades financieras: elegí CUIT como documento del receptor.",
    "customer.docType",
  ),
  told(
    10284,
    "customer.docNumber is not a number of customer.docType: a company's CUIT goes with docType 80, a person's CUIL with 86, a CDI with 87. Look it up with GET /taxauth/padron/{cuit}.",
    "El número no corresponde a ese tipo de documento: fijate si es CUIT, CUIL o CDI, o buscalo en el padrón.",
    "customer.docNumber",
  ),
];

/** Help with associated vouchers. */
export const associationToldRefusals: Refusal[] = [
  told(
    10040,
    "A voucher of this type cannot be associated with those types: a note has the letter of the voucher that it modifies.",
    "Ese comprobante no se puede asociar a este tipo: la nota lleva la letra del comprobante que modifica.",
    "associatedVouchers.voucherType",
  ),
  told(
    10197,
    "A debit or credit note names what it modifies: send associatedVouchers, or associatedPeriod with the days whose sales it modifies.",
    "Una nota lleva lo que modifica: indicá el comprobante asociado, o el período de las ventas que modifica.",
    "associatedVouchers",
  ),
  told(
    10151,
    "Send cuit in associatedVouchers: the tax id of who issued the voucher that the note modifies.",
    "Indicá el CUIT de quien emitió el comprobante asociado.",
    "associatedVouchers.cuit",
  ),
  told(
    10210,
    "The voucher that the note modifies is dated after it: then both must be of the same month. Send a later voucherDate.",
    "El comprobante asociado es posterior a la nota: los dos tienen que ser del mismo mes. Elegí una fecha posterior.",
    "voucherDate",
  ),
  told(
    10211,
    "Send date in associatedVouchers: the voucher was issued by a fiscal printer or in the authority's portal, and its date is required.",
    "Indicá la fecha del comprobante asociado: es de un controlador fiscal o de ARCA en línea, y hay que decirla.",
    "associatedVouchers.date",
  ),
  told(
    10212,
    "The date in associatedVouchers must not be in the future.",
    "La fecha del comprobante asociado no puede ser posterior a hoy.",
    "associatedVouchers.date",
  ),
  ...toldOf(
    [10120, 10121, 10122, 10232],
    "The delivery note in associatedVouchers must be on record and confirmed at the authority, of the same receiver, and associated with no other voucher.",
    "El remito asociado tiene que estar confirmado en ARCA, ser del mismo receptor y no estar asociado a otro comprobante.",
    "associatedVouchers",
  ),
];
