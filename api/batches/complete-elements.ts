import type { Database } from "../../shared/db/pool/database.js";
import type { Tenant } from "../../shared/domain/tenant.js";
import type { PlacedFault } from "../http/errors.js";
import { completeAssociations } from "../issuing/complete-association.js";
import { perceiveSales } from "../issuing/perceive-sale.js";
import { addFault } from "../parsing/fault-list.js";
import type { SentBatch } from "../parsing/sent-batch.js";
import { findLatePayment } from "../schemas/late-payment.js";
import type { CheckedElement, PerceivedElement } from "./check-elements.js";

interface CheckedElements<Element = CheckedElement> {
  faults: PlacedFault[];
  elements: Element[];
}

/**
 * The elements with what our records know of them, and the faults of those that do not fit our records or this day.
 * @param today in Argentina, `YYYYMMDD`
 */
export async function completeElements(
  db: Database,
  scope: Tenant,
  { placeOf }: SentBatch,
  checked: CheckedElements,
  today: string,
): Promise<CheckedElements<PerceivedElement>> {
  const faults = [...checked.faults];
  const elements: CheckedElement[] = [];
  const complete = await completeAssociations(
    db,
    scope,
    checked.elements.map(({ body }) => body),
  );
  for (const element of checked.elements) {
    const completed = complete(element.body);
    const fault = "fault" in completed ? completed.fault : findLatePayment(element.body, today);
    if (fault) addFault(faults, { ...fault, field: placeOf(element.index, fault.field) });
    else if ("body" in completed) elements.push({ ...element, body: completed.body });
  }
  const contents = await perceiveSales(
    db,
    scope,
    elements.map(({ body, amounts }) => ({ body, amounts, net: amounts.net })),
  );
  const perceived = elements.flatMap((element, at): PerceivedElement[] => {
    const content = contents[at];
    if (content && !("refusal" in content)) return [{ ...element, content }];
    const { field, message } = content?.refusal ?? {};
    if (message) addFault(faults, { message, field: placeOf(element.index, field ?? null) });
    return [];
  });
  return { faults, elements: perceived };
}
