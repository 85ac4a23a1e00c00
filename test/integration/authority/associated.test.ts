import { beforeEach, expect, test } from "vitest";
import { openSession, readVerdict } from "../../authority/client-session.js";
import { cuit, openSimulator } from "./simulator.js";

const { authority, control, session } = await openSimulator();
beforeEach(() => control.reset(["ledger", "settings"]));

const pointAt = (type: number, pos: number, number: number) =>
  `<CbteAsoc><Tipo>${type}</Tipo><PtoVta>${pos}</PtoVta><Nro>${number}</Nro></CbteAsoc>`;
const creditNote = async (associated: string, fields: Record<string, string> = {}) =>
  readVerdict(await session.issue(1, 8, [{ number: 1, CbtesAsoc: associated, ...fields }]));
const double = {
  ImpTotal: "242.00",
  ImpNeto: "200.00",
  ImpIVA: "42.00",
  Iva: "<AlicIva><Id>5</Id><BaseImp>200.00</BaseImp><Importe>42.00</Importe></AlicIva>",
};

// Source: issuer/authority/README.md, section 4.8.
test("a note within its original is authorized without observations", async () => {
  await session.issue(1, 6, [{ number: 1 }]);
  expect(await creditNote(pointAt(6, 1, 1))).toMatchObject({ header: "A", observations: [] });
});

test("an original that an electronic point of sale never issued is observed with 10041", async () => {
  await session.issue(1, 6, [{ number: 1 }]);
  expect(await creditNote(pointAt(6, 1, 7))).toMatchObject({ header: "A", observations: [10041] });
});

test("an original of a non-electronic point of sale is not checked", async () => {
  expect(await creditNote(pointAt(6, 3, 7))).toMatchObject({ header: "A", observations: [] });
});

test("a credit note above the total of its originals is observed with 10237", async () => {
  await session.issue(1, 6, [{ number: 1 }]);
  expect(await creditNote(pointAt(6, 1, 1), double)).toMatchObject({ header: "A", observations: [10237] });
  await session.issue(1, 6, [{ number: 2 }]);
  const both = await session.issue(1, 8, [{ number: 2, CbtesAsoc: pointAt(6, 1, 1) + pointAt(6, 1, 2), ...double }]);
  expect(readVerdict(both)).toMatchObject({ header: "A", observations: [] });
});

test("a note before the month of its original is refused with 10210", async () => {
  await control.issueForeign({ cuit, pos: 1, type: 6, fields: { CbteFch: "20991231" } });
  expect(await creditNote(pointAt(6, 1, 1))).toMatchObject({ header: "R", observations: [10210] });
});

test("issuers must use the letter of their condition, except in notes", async () => {
  const mono = await openSession(authority, "20111111112");
  expect(readVerdict(await mono.issue(1, 6, [{ number: 1 }]))).toMatchObject({ header: "R", errors: [10000] });
  const saleC = { ImpTotal: "100.00", ImpIVA: "0.00", Iva: undefined };
  expect(readVerdict(await mono.issue(1, 11, [{ number: 1, ...saleC }]))).toMatchObject({ header: "A" });
  expect(readVerdict(await mono.issue(1, 8, [{ number: 1, CbtesAsoc: pointAt(6, 1, 1) }])).header).toBe("A");

  expect(readVerdict(await session.issue(1, 11, [{ number: 1, ...saleC }]))).toMatchObject({ errors: [10000] });
  await control.set({ issuerLetters: "free" });
  expect(readVerdict(await session.issue(1, 11, [{ number: 1, ...saleC }])).header).toBe("A");
});
