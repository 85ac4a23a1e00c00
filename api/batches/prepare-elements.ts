import type { NewBatch } from "../../shared/db/batches/record-batch.js";
import type { VatRounding } from "../../shared/domain/amounts.js";
import { withDefaults } from "../../shared/domain/further-data.js";
import { chooseDeclared } from "../issuing/choose-declared.js";
import { hashOfBody } from "../issuing/issuing-request.js";
import { createYielder } from "../parsing/yielder.js";
import type { CheckedElement } from "./check-elements.js";

/** Prepares what is recorded of each element, as POST invoices records it. Other requests go on in between. */
export async function prepareElements(
  company: { vatRounding: VatRounding },
  elements: CheckedElement[],
): Promise<NewBatch["elements"]> {
  const breathe = createYielder();
  const prepared: NewBatch["elements"] = [];
  for (const { body: given, amounts, defaults } of elements) {
    await breathe();
    const bodyHash = Buffer.from(hashOfBody(given)).toString("hex");
    const body = withDefaults(given, defaults);
    prepared.push({ body, bodyHash, ...chooseDeclared(company, body, amounts) });
  }
  return prepared;
}
