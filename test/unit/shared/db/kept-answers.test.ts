import { expect, test } from "vitest";
import type { AuthorityAnswer, AuthorityAsk } from "../../../../shared/db/issuer-requests/authority-question.js";
import { keptMsOf } from "../../../../shared/db/issuer-requests/cached-answers.js";
import type { RegistryPerson } from "../../../../shared/domain/registry-person.js";

const person = { taxId: "20201797064" } as RegistryPerson;
const problem = { kind: "down" as const, services: ["a5"], detail: "HTTP 503" };
const look: AuthorityAsk = { kind: "person", taxId: "20201797064" };
const obligation: AuthorityAsk = { kind: "fceObligation", taxId: "30500010912", date: "20261123" };
const obliged: AuthorityAnswer = { outcome: "fceObligation", required: true, minimumAmount: "5549862.00" };
const quote: AuthorityAsk = { kind: "quotation", currency: "DOL", date: null };

test.each<[string, AuthorityAsk, AuthorityAnswer, number]>([
  ["a whole person 10 minutes", look, { outcome: "person", person, partial: false }, 10],
  ["a partial person not at all", look, { outcome: "person", person, partial: true }, 0],
  ["an unknown tax id not at all", look, { outcome: "absent" }, 0],
  ["an unknown quotation not at all", quote, { outcome: "absent" }, 0],
  ["a failure not at all", look, { outcome: "unavailable", problem }, 0],
  ["whether a receiver must get credit invoices an hour", obligation, obliged, 60],
  ["no answer to that not at all", obligation, { outcome: "unavailable", problem }, 0],
  ["a table 6 hours", { kind: "table", table: "currencies" }, { outcome: "table", rows: [] }, 360],
])("kept: %s", (_, ask, answer, minutes) => {
  expect(keptMsOf(ask, answer)).toBe(minutes * 60_000);
});
