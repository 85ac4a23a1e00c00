import { expect, test } from "vitest";
import { checkIssuance } from "../../../../api/schemas/check-issuance.js";
import { computeAmounts } from "../../../../shared/domain/amounts.js";
import { toDeclaration } from "../../../../shared/domain/declaration.js";
import { readPayload, toStoredPayload, writePayload } from "../../../../shared/domain/stored-payload.js";
import * as samples from "../../../support/samples/invoice.js";
import { invoiceB } from "../../issuer/authority/samples.js";

// The sale condition of a voucher. Source: api/README.md, "Sale condition".

test("a sale condition is stored and not declared", () => {
  const sold = invoiceB({ saleCondition: "Contado" });
  expect(readPayload(writePayload(toStoredPayload(sold)))).toHaveProperty("saleCondition", "Contado");
  const amounts = computeAmounts(sold);
  expect(toDeclaration(sold, amounts)).toEqual(toDeclaration(invoiceB(), amounts));
});

test.each([
  ["  Cuenta corriente\n", "Cuenta corriente"],
  ["🧉".repeat(40), "🧉".repeat(40)],
  [null, null],
  [undefined, null],
])("the sale condition %j is taken as %j", (saleCondition, expected) => {
  const checked = checkIssuance(samples.invoiceB({ saleCondition } as never));
  expect(checked).toMatchObject({ ok: true, body: { saleCondition: expected } });
});
