import { expect, test } from "vitest";
import { toFiscalDate } from "../../authority/argentine-time.js";
import { readVerdict, textsOf, type VoucherFields } from "../../authority/client-session.js";
import { openSimulator } from "./simulator.js";

let lastPos = 0;

const { control, session } = await openSimulator();

const newPos = () => {
  lastPos += 1;
  return lastPos;
};
const dayFromNow = (days: number) => toFiscalDate(new Date(Date.now() + days * 86_400_000));
const numbered = (count: number, from = 1) =>
  Array.from({ length: count }, (_, index): VoucherFields => ({ number: from + index }));
const wrongTotal = { ImpTotal: "999" };

test("a batch of 250 is authorized with one CAE for each voucher, and the sequence ends at the last", async () => {
  const pos = newPos();
  const reply = await session.issue(pos, 6, numbered(250));
  const verdict = readVerdict(reply);
  expect(verdict).toMatchObject({ header: "A", errors: [], observations: [] });
  expect(verdict.details).toEqual(Array(250).fill("A"));
  expect(new Set(verdict.caes).size).toBe(250);
  expect(textsOf(reply.xml, "CantReg")).toEqual(["250"]);
  expect(textsOf(reply.xml, "CbteDesde").map(Number)).toEqual(numbered(250).map(({ number }) => number));
  expect(await session.lastNumber(pos, 6)).toBe(250);
  expect(readVerdict(await session.issue(pos, 6, [{ number: 251 }])).header).toBe("A");
});

test.each<{ name: string; batch: VoucherFields[]; details: string[]; observations: number[]; errors: number[] }>([
  {
    name: "a rule refuses the first, and none is granted",
    batch: [{ number: 1, ...wrongTotal }, { number: 2 }, { number: 3 }],
    details: ["R", "R", "R"],
    observations: [10048],
    errors: [],
  },
  {
    name: "a rule refuses one in the middle, and only those before it are granted",
    batch: [{ number: 1 }, { number: 2 }, { number: 3, ...wrongTotal }, { number: 4 }],
    details: ["A", "A", "R", "R"],
    observations: [10048],
    errors: [],
  },
  {
    name: "a rule refuses the last",
    batch: [{ number: 1 }, { number: 2, ...wrongTotal }],
    details: ["A", "R"],
    observations: [10048],
    errors: [],
  },
  {
    name: "two break rules, and only the first of them is judged",
    batch: [{ number: 1 }, { number: 2, ...wrongTotal }, { number: 3, Concepto: 9 }],
    details: ["A", "R", "R"],
    observations: [10048],
    errors: [],
  },
  {
    name: "the first has a wrong number, and one 10016 in Errors refuses all",
    batch: [{ number: 2 }, { number: 3 }, { number: 4 }],
    details: ["R", "R", "R"],
    observations: [],
    errors: [10016],
  },
  {
    name: "a gap in the middle",
    batch: [{ number: 1 }, { number: 3 }, { number: 4 }],
    details: ["A", "R", "R"],
    observations: [],
    errors: [10016],
  },
  {
    name: "the same number twice",
    batch: [{ number: 1 }, { number: 1 }, { number: 2 }],
    details: ["A", "R", "R"],
    observations: [],
    errors: [10016],
  },
  {
    name: "a date before that of the previous voucher in the batch",
    batch: [
      { number: 1, CbteFch: dayFromNow(0) },
      { number: 2, CbteFch: dayFromNow(-1) },
    ],
    details: ["A", "R"],
    observations: [],
    errors: [10016],
  },
  {
    name: "rising dates",
    batch: [
      { number: 1, CbteFch: dayFromNow(-1) },
      { number: 2, CbteFch: dayFromNow(0) },
    ],
    details: ["A", "A"],
    observations: [],
    errors: [],
  },
])("a batch is judged in order: $name", async ({ batch, details, observations, errors }) => {
  const pos = newPos();
  const reply = await session.issue(pos, 6, batch);
  const granted = details.filter((result) => result === "A").length;
  const header = granted === 0 ? "R" : granted === details.length ? "A" : "P";
  const verdict = readVerdict(reply);
  expect(verdict).toMatchObject({ header, details, observations, errors });
  expect(verdict.caes.map((cae) => cae.length)).toEqual(details.map((result) => (result === "A" ? 14 : 0)));
  expect(await session.lastNumber(pos, 6)).toBe(granted);
  expect(await control.ledger({ pos, type: 6 })).toHaveLength(granted);
  expect((await session.lookUp(pos, 6, granted + 1)).text).toContain("<Code>602</Code>");
});

test("numbers behind the first refusal are free and are granted when sent again", async () => {
  const pos = newPos();
  await session.issue(pos, 6, [{ number: 1 }, { number: 2, ...wrongTotal }, { number: 3 }]);
  expect(readVerdict(await session.issue(pos, 6, numbered(2, 2)))).toMatchObject({ header: "A", details: ["A", "A"] });
});

test("an observation in the middle does not stop the batch", async () => {
  const monotributista = { DocTipo: 80, DocNro: "20111111112", CondicionIVAReceptorId: 6 };
  const company = { DocTipo: 80, DocNro: "30710151543", CondicionIVAReceptorId: 1 };
  const reply = await session.issue(newPos(), 1, [
    { number: 1, ...company },
    { number: 2, ...monotributista },
    { number: 3, ...company },
  ]);
  expect(readVerdict(reply)).toMatchObject({ header: "A", details: ["A", "A", "A"], observations: [10217] });
});

test("a refused header grants nothing of the batch, and each voucher is answered R", async () => {
  const pos = newPos();
  await control.set({ refusedCuits: ["30712345671"] });
  const verdict = readVerdict(await session.issue(pos, 6, numbered(3)));
  await control.set({ refusedCuits: [] });
  expect(verdict).toMatchObject({ header: "R", details: ["R", "R", "R"], errors: [10000], observations: [] });
  expect(await session.lastNumber(pos, 6)).toBe(0);
});

test("after a lost answer to a batch, the ledger has the granted part and nothing else", async () => {
  const pos = newPos();
  await control.pushFault({ operation: "FECAESolicitar", when: "after", action: "drop", pos, number: 2 });
  const batch = [{ number: 1 }, { number: 2 }, { number: 3, ...wrongTotal }, { number: 4 }];
  await expect(session.issue(pos, 6, batch)).rejects.toThrow();
  expect(await session.lastNumber(pos, 6)).toBe(2);
  expect((await session.lookUp(pos, 6, 2)).text).toContain("<Resultado>A</Resultado>");
  expect((await session.lookUp(pos, 6, 3)).text).toContain("<Code>602</Code>");
});

test("a batch sent twice is granted once, and the second is refused as a whole for its number", async () => {
  const pos = newPos();
  await session.issue(pos, 6, numbered(3));
  expect(readVerdict(await session.issue(pos, 6, numbered(3)))).toMatchObject({
    header: "R",
    details: ["R", "R", "R"],
    errors: [10016],
  });
  expect(await session.lastNumber(pos, 6)).toBe(3);
});

test("vouchers of the credit invoice regime cannot be batched (10003)", async () => {
  expect(readVerdict(await session.issue(newPos(), 206, numbered(2))).errors).toEqual([10003]);
});
