import type { z } from "@hono/zod-openapi";
import { isLawCode } from "../../../shared/domain/remarks/law-codes.js";
import { findVoucherType, invoiceTypeOf } from "../../../shared/domain/voucher-types.js";
import type { LocalizedFault } from "../../http/errors.js";
import type { preview } from "../../schemas/answers.js";
import type { ApiClient, ApiFault } from "../frame/api-client.js";
import { errorInSpanish } from "../spanish/errors.js";
import { faultsInSpanish } from "../spanish/faults.js";
import type { Draft } from "./to-body.js";

type PreviewAnswer = z.infer<typeof preview>;

/** Something that is wrong with a field of the form, or with all of it. */
export interface FormFault {
  field: string | null;
  /** With the field's name, for a list of faults. */
  message: string;
  /** Beside the field. */
  beside: string;
}

/** Review of a draft by the API, before it is issued. */
export interface Review {
  totals: PreviewAnswer["totals"] | undefined;
  vat: PreviewAnswer["vat"];
  /** Perceptions that would be added, each with why. */
  perceptions: { subtotal: string; why: string }[];
  /** Faults that the API would refuse: the body is not complete, or wrong in itself. */
  faults: FormFault[];
  /** Problems for which the API or the authority would refuse it otherwise. */
  problems: FormFault[];
  /** Issuances that this one would rule out, although nothing refuses it. */
  cautions: FormFault[];
  /** Remarks worth knowing, although nothing fails. */
  notes: string[];
}

/** The form's own key is new each time, so what is said of keys does not concern it. */
const ofContent: (number | string)[] = [10051, 10018, "ZERO_TOTAL"];
const isShown = ({ code }: PreviewAnswer["notes"][number]): boolean => ofContent.includes(code) || isLawCode(code);

const isCaution = ({ code }: PreviewAnswer["problems"][number]): boolean => code === "CLOSES_NUMBERING";

/** Asks the API what a draft comes to and what is wrong with it. */
export async function reviewDraft(api: ApiClient, draft: Draft): Promise<Review> {
  const answer = await api.post<PreviewAnswer>("/invoices/preview", draft.body);
  if (answer.ok) {
    const { totals, vat, perceptions, problems, notes } = answer.result;
    return {
      totals,
      vat,
      perceptions: perceptions?.lines ?? [],
      faults: [],
      problems: problems.filter((problem) => !isCaution(problem)).map((problem) => toFault(draft, problem)),
      cautions: problems.filter(isCaution).map((problem) => toFault(draft, problem)),
      notes: notes.filter(isShown).map(({ message }) => message),
    };
  }
  const sums = await sumRest(api, draft, answer.error);
  const faults = faultsOf(draft, answer.error);
  return { totals: sums?.totals, vat: sums?.vat ?? [], perceptions: [], faults, problems: [], cautions: [], notes: [] };
}

/** The faults that an answer names, at the fields of this form. One without a field is of the whole form. */
export function faultsOf(draft: Draft, error: ApiFault): FormFault[] {
  const errors = (error.details?.errors ?? []).flatMap((fault) => asChosen(draft, fault) ?? []);
  const named = faultsInSpanish({ details: { errors } });
  if (named.length === 0) {
    const message = errorInSpanish(error);
    return [{ field: null, message, beside: message }];
  }
  return named.map(({ field, message }, index) => ({
    field: draft.fieldOf(field),
    message,
    beside: errors[index]?.message ?? "",
  }));
}

/** Words for a missing choice, where the form has a list to choose from: nobody types a number there. */
const unchosen: [RegExp, string][] = [
  [/^customer\.taxType$/, "Elegí una condición."],
  [/^tributes\.\d+\.type$/, "Elegí un tributo."],
  [/^optionals\.\d+\.id$/, "Elegí un dato."],
];

/** A fault in the form's own words. The type follows from the receiver's condition: while that is missing it alone is said. */
function asChosen({ body }: Draft, fault: LocalizedFault): LocalizedFault | undefined {
  const { field } = fault;
  if (field === null || valueAt(body, field) !== undefined) return fault;
  if (field === "voucherType") return undefined;
  const words = unchosen.find(([place]) => place.test(field))?.[1];
  return words === undefined ? fault : { field, message: words };
}

const valueAt = (body: unknown, path: string): unknown =>
  path.split(".").reduce<unknown>((part, name) => Object(part)[name], body);

function toFault(draft: Draft, { field, message }: PreviewAnswer["problems"][number]): FormFault {
  const details = { errors: [{ field, message }] };
  const [named] = faultsInSpanish({ details });
  return { field: draft.fieldOf(field), message: named?.message ?? message, beside: message };
}

/**
 * Previews the lines that are filled in while something else is missing. Only sums are read of this answer, so everything that they do not
 * depend on is replaced by what is never at fault.
 */
async function sumRest(api: ApiClient, { body }: Draft, error: ApiFault): Promise<PreviewAnswer | undefined> {
  const wrong = (error.details?.errors ?? []).flatMap(({ field }) => field ?? []);
  const isFine = (path: string) =>
    !wrong.some((field) => field.startsWith(`${path}.`) && !/\.(description|code)$/.test(field));
  const items = body.items
    .filter((_, index) => isFine(`items.${index}`))
    .map((item) => ({ ...Object(item), description: "-", code: null }));
  if (items.length === 0) return undefined;
  const tributes = Array.isArray(body.tributes) ? body.tributes : [];
  const answer = await api.post<PreviewAnswer>("/invoices/preview", {
    idempotency: body.idempotency,
    posNumber: 1,
    // Sums depend on the letter alone.
    voucherType: invoiceTypeOf(findVoucherType(Number(body.voucherType))?.letter ?? "B"),
    concept: 1,
    voucherDate: "20260101",
    customer: { docType: 99, docNumber: "0", name: "-", taxType: 5 },
    items,
    tributes: tributes.filter((_, index) => isFine(`tributes.${index}`)),
    priceIncludesVat: body.priceIncludesVat,
  });
  return answer.ok ? answer.result : undefined;
}
