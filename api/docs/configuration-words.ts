import { issuerConditionWords } from "../../shared/domain/issuer-conditions.js";
import { type FieldWords, words } from "./words.js";

const ownCondition = `The company's own VAT condition: ${issuerConditionWords}.`;

/** The fields of the company's own data: fiscal data, points of sale, certificates, keys. Source: api/README.md, "Further paths". */
export const configurationWords: Record<string, FieldWords> = {
  "FiscalData.fce": words("How the company's credit invoices (FCE MiPyME) are paid; null when it issues none."),
  "FiscalDataChanges.fce": words("How the company's credit invoices (FCE MiPyME) are paid; null when it issues none."),
  "FiscalData.certificate": words("Whose certificate acts for the company. Read only."),
  "FiscalDataChanges.certificate": words("Read only: it may be sent back as it was given."),
  "Delegation.services": words("What the certificate may use for the company, service by service."),
  "PointOfSale.printedName": words("Printed above its address; null for nothing.", "Sucursal Centro"),
  "NewPointOfSale.printedName": words("Printed above its address.", "Sucursal Centro"),
  "PointOfSaleChanges.printedName": words("Printed above its address; null for nothing.", "Sucursal Centro"),
  "PointOfSale.saleCondition": words("Printed on its vouchers that say no other; null for none.", "Contado"),
  "NewPointOfSale.saleCondition": words("Printed on its vouchers that say no other.", "Contado"),
  "PointOfSaleChanges.saleCondition": words(
    "Printed on its vouchers that say no other, issued from now on; null for none.",
    "Contado",
  ),
  "PointOfSale.optionals": words("What its invoices declare besides their own optional fields; null for none."),
  "NewPointOfSale.optionals": words("What its invoices declare besides their own optional fields."),
  "PointOfSaleChanges.optionals": words(
    "What its invoices, issued from now on, declare besides their own optional fields; null for none.",
  ),
  "PointOfSale.activities": words("What its invoices declare besides their own activities; null for none."),
  "NewPointOfSale.activities": words("What its invoices declare besides their own activities."),
  "PointOfSaleChanges.activities": words(
    "What its invoices, issued from now on, declare besides their own activities; null for none.",
  ),
  "FiscalData.activityCode": words(
    "The activity of the company's vouchers, 6 digits, unless they or their point of sale have another; null for none.",
    "620100",
  ),
  "FiscalDataChanges.activityCode": words(
    "The activity of the company's vouchers, 6 digits, unless they or their point of sale have another; null for none.",
    "620100",
  ),
  "PointOfSale.authorization": words(
    "How the authority authorizes what is issued there. One of CAEA only stands in for others in a contingency.",
    "CAE",
  ),
  "NewPointOfSale.authorization": words(
    "How the authority authorizes what is issued there, CAE unless given. One of CAEA only stands in for others in a contingency.",
    "CAE",
  ),
  "PointOfSaleChanges.authorization": words(
    "How the authority authorizes what is issued there. It cannot change once there are vouchers.",
    "CAE",
  ),
  "FiscalData.name": words("Company name, as it is printed.", "Librería del Sur S.R.L."),
  "FiscalDataChanges.cuit": words("Cannot be changed: send the current value, or leave it out."),
  "PointOfSaleChanges.number": words("Cannot be changed: send the current value, or leave it out."),
  "FiscalData.taxType": words(ownCondition, 1),
  "FiscalDataChanges.taxType": words(ownCondition, 1),
  cbuLegend: words(
    "Whether invoices and notes of letter A (types 1, 2 and 3) are printed with PAGO EN CBU INFORMADA: for companies that must be paid into the account they told the authority.",
    false,
  ),
  withheldA: words(
    "Whether the authority put the company into class A under withholding: it issues types 51, 52 and 53, which no other company does.",
    false,
  ),
  legends: words("Texts that are printed beside what every voucher says: what a province asks for, with its rate."),
  "legends.text": words("What is printed.", "ALÍCUOTA ISIB CABA 3,00%"),
  "legends.on": words(
    "Which vouchers say it: all, those of a letter, or letters B and C to final consumers.",
    "final-consumers",
  ),
  "legends.from": words("Vouchers of this date and later ones say it, YYYYMMDD; null: all do.", "20270101"),
  consumerComplaints: words(
    "Where consumers complain, printed at the foot of every voucher where a province asks for it; null for nothing.",
    "Defensa del Consumidor: 0800-222-9042",
  ),
  accentColor: words(
    "A dark colour for name, title, letter and total of the print; null for black and white. Its contrast to white is at least 4.5 to 1.",
    "#1F4E79",
  ),
  footerText: words("Printed small at the foot of every voucher; null for nothing.", "www.libreriadelsur.example"),
  contingencyPos: words("The point of sale of CAEA that stands in for it in a contingency; null for none.", 9),
  activity: words("The activity of its vouchers, 6 digits; null when it is the company's.", "620100"),
  enabled: words("Whether it may issue.", true),
  exclusive: words(
    "Declares that only this service issues there. A voucher under our number then never counts as foreign; in doubt, an operator decides.",
    false,
  ),
  hasLogo: words("Whether its vouchers show a logo.", false),
  layout: words(
    "The paper that its vouchers are printed on for the customer: a sheet, or a roll of 80 or 58 mm.",
    "a4",
  ),
  additionalDataKeys: words("The keys that additionalData may have."),
  key: words("The key.", "seller"),
  label: words("The label on the print.", "Vendedor"),
  printed: words("Whether it is printed.", true),
  grossIncome: words("Ingresos brutos registration, as it is printed.", "0456789"),
  activityStart: words("When the company's activities began, as it is printed.", "2015-03-01"),
  vatRounding: words(
    "What to do when VAT rounded per line exceeds the authority's tolerance (10051): adjust the cents after a refusal (auto), before sending (authority), or never (line).",
    "auto",
  ),
  alias: words("The certificate's name at the authority.", "librosur"),
  csr: words("The signing request to upload in the authority's portal, PEM.", "-----BEGIN CERTIFICATE REQUEST-----…"),
  certificate: words("The certificate that the authority signed, PEM.", "-----BEGIN CERTIFICATE-----…"),
  active: words("Whether this is the certificate in use.", true),
  expires: words("When it expires.", "2028-11-20T10:53:33.000Z"),
  prefix: words("The beginning of the key.", "TEST_TD1r"),
  scopes: words("What the key may do. Default: the scopes of the calling key."),
  secret: words("The full key, shown only this once.", "TEST_TD1rEi9iMs5d5ki-ahwKaRNtN1y3B3UX"),
  revoked: words("When it was revoked; null while it is valid."),
};
