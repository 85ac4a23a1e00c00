import { addDays } from "../../../shared/domain/calendar.js";
import { taxConditionLabel } from "../../../shared/domain/code-labels.js";
import type { RegistryPerson } from "../../../shared/domain/registry-person.js";
import { isTaxId } from "../../../shared/domain/tax-id.js";
import { customer } from "../../schemas/voucher-parts.js";
import { placesOf, read, type TypedFields, typedOf } from "../fields/typed.js";
import type { ApiClient } from "../frame/api-client.js";
import { errorInSpanish } from "../spanish/errors.js";
import { cuit, decimal, fiscalDate } from "../spanish/formats.js";
import type { VoucherFormOptions } from "./form-options.js";
import { addLine } from "./lines.js";
import { docTypeOf, documentOf } from "./to-body.js";

/** A form with something filled in, and what is said about it. */
export interface FilledForm {
  typed: TypedFields;
  said?: { tone: "success" | "warning"; text: string };
}

interface Taxpayer extends Pick<RegistryPerson, "name" | "taxCondition" | "stateId" | "address"> {
  partial?: boolean;
}

/** A blank form of today: one line, and the service dates of the present month, which count for services only. */
export function blankForm(day: string, desk: VoucherFormOptions): TypedFields {
  const pos = desk.lastPos ?? desk.pointsOfSale[0]?.number;
  return addLine({
    ...(pos !== undefined && { posNumber: String(pos) }),
    concept: "1",
    voucherDate: day,
    serviceFrom: `${day.slice(0, 7)}-01`,
    serviceTo: lastDayOf(day),
    serviceExpiration: day,
  });
}

function lastDayOf(day: string): string {
  const inNextMonth = addDays(`${day.slice(0, 7)}-01`, 31);
  return addDays(`${inNextMonth.slice(0, 7)}-01`, -1);
}

/** A final consumer whom nobody asks for a document. */
export const fillFinalConsumer = (typed: TypedFields): TypedFields => ({
  ...withoutReceiver(typed),
  "customer.name": "Consumidor Final",
  "customer.taxType": "5",
});

/** Fills the receiver from the registry, or else from the latest vouchers. What is not told is left for the person to type. */
export async function fillReceiver(
  api: ApiClient,
  typed: TypedFields,
  { recent }: VoucherFormOptions,
): Promise<FilledForm> {
  const number = documentOf(typed);
  if (number === "") return { typed };
  const known = recent.find(({ docNumber }) => docNumber === number);
  const fromRecent = known && fill(typed, known);
  if (!isTaxId(number)) {
    if (fromRecent) return { typed: fromRecent, said: { tone: "success", text: "Es de un comprobante anterior." } };
    const text =
      number.length === 11
        ? "Ese CUIT no es válido: el último dígito no coincide. Revisalo."
        : "El padrón se consulta por CUIT: completá el nombre a mano.";
    return { typed, said: { tone: "warning", text } };
  }
  const answer = await api.get<Taxpayer>(`/taxauth/padron/${number}`);
  if (answer.ok) {
    const { name, taxCondition, stateId, address, partial } = answer.result;
    const found = {
      docType: 80,
      docNumber: number,
      name: name ?? known?.name ?? "",
      taxType: taxCondition,
      address,
      stateId,
    };
    const text = `${found.name}, ${taxCondition === null ? "sin condición de IVA en el padrón: elegila vos" : taxConditionLabel(taxCondition)}.`;
    return {
      typed: fill(typed, found),
      said: { tone: partial || taxCondition === null ? "warning" : "success", text },
    };
  }
  const why =
    answer.status === 404 ? `El padrón de ARCA no conoce el CUIT ${cuit(number)}.` : errorInSpanish(answer.error);
  return fromRecent
    ? { typed: fromRecent, said: { tone: "warning", text: `${why} Los datos son de un comprobante anterior.` } }
    : { typed, said: { tone: "warning", text: `${why} Podés completar los datos a mano.` } };
}

interface Receiver {
  docType: number;
  docNumber: string;
  name: string;
  taxType: number | null;
  address: string | null;
  stateId: number | null;
}

const fill = (typed: TypedFields, receiver: Receiver): TypedFields => {
  const { docType, docNumber } = receiver;
  const own = docType === docTypeOf(docNumber) ? null : docType;
  return { ...withoutReceiver(typed), ...typedOf(customer, { ...receiver, docType: own }, "customer") };
};

const withoutReceiver = (typed: TypedFields): TypedFields =>
  Object.fromEntries(Object.entries(typed).filter(([name]) => !name.startsWith("customer.")));

/** Fills the day's quotation when another currency was chosen, or none is typed. */
export async function fillQuotation(api: ApiClient, typed: TypedFields): Promise<FilledForm> {
  const id = read(typed, "currency.id");
  if (id === "" || id === "PES") return { typed };
  if (read(typed, "currency.quotation") !== "" && read(typed, "quotedCurrency") === id) return { typed };
  const answer = await api.get<{ quotation: number; date: string }>(`/taxauth/quotation/${encodeURIComponent(id)}`);
  if (!answer.ok)
    return {
      typed: { ...typed, "currency.quotation": "" },
      said: { tone: "warning", text: `${errorInSpanish(answer.error)} Escribí la cotización.` },
    };
  const { quotation, date } = answer.result;
  return {
    typed: { ...typed, "currency.quotation": decimal(quotation), quotedCurrency: id },
    said: { tone: "success", text: `Cotización de ARCA del ${fiscalDate(date)}.` },
  };
}

/** A form always has a line to type in. */
export const withAuthority = (typed: TypedFields): TypedFields =>
  placesOf(typed, "items").length > 0 ? typed : addLine(typed);
