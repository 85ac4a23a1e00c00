import type { Database } from "../../shared/db/pool/database.js";
import type { Tenant } from "../../shared/domain/tenant.js";
import type { PlacedFault } from "../http/errors.js";
import { completeAssociations } from "../issuing/complete-association.js";
import { addFault } from "../parsing/fault-list.js";
import type { SentBatch } from "../parsing/sent-batch.js";
import { findLatePayment } from "../schemas/late-payment.js";
import type { CheckedElement } from "./check-elements.js";

interface CheckedElements {
  faults: PlacedFault[];
  elements: CheckedElement[];
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
): Promise<CheckedElements> {
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
  return { faults, elements };
}
