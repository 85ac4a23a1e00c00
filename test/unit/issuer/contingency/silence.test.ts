import { expect, test } from "vitest";
import { createKnowledge, createSilence } from "../../../../issuer/contingency/silence.js";

const prepared = { companyId: 1, production: true };
const other = { companyId: 2, production: true };

/** What is written down, and the clock. */
function open() {
  const written: string[] = [];
  const clock = { nowMs: 0 };
  const knowledge = createKnowledge();
  knowledge.refresh({ prepared: [prepared], silent: [], active: [] });
  const silence = createSilence(
    knowledge,
    {
      unanswered: async (_tenant, _cause, _isRequest, silentMs) => void written.push(`silent for ${silentMs}`),
      answered: async () => void written.push("answered"),
      issued: async () => void written.push("issued"),
    },
    () => undefined,
    () => clock.nowMs,
  );
  return { written, clock, knowledge, silence };
}

test("a silence begins with the call that was not answered, but not before the latest answer", () => {
  const { written, clock, silence } = open();
  clock.nowMs = 100_000;
  silence.unanswered(prepared, "timeout", true, 30_000);
  silence.issued(prepared);
  clock.nowMs = 110_000;
  silence.unanswered(prepared, "timeout", true, 30_000);
  expect(written).toEqual(["silent for 30000", "issued", "silent for 10000"]);
});

test("nothing is written while all is well, nor for companies without a point of sale that stands in", () => {
  const { written, silence } = open();
  silence.issued(prepared);
  silence.answered(prepared);
  silence.unanswered(other, "timeout", true, 30_000);
  expect(written).toEqual([]);
});

test("while a contingency lasts, only what proves that the authority issues is written", () => {
  const { written, knowledge, silence } = open();
  knowledge.refresh({ prepared: [prepared], silent: [prepared], active: [prepared] });
  silence.answered(prepared);
  silence.issued(prepared);
  expect(written).toEqual(["issued"]);
});
