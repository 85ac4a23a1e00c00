import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { beforeEach, expect, test } from "vitest";
import { addDays, toFiscalDate } from "../../authority/argentine-time.js";
import { openSession, readVerdict } from "../../authority/client-session.js";
import { controlAuthority } from "../../authority/control-client.js";
import type { DeclaredVoucher } from "../../authority/declared-voucher.js";
import { declaredXml } from "../../authority/declared-xml.js";
import { startAuthority } from "../../authority/server.js";
import { defaultSettings } from "../../authority/settings.js";
import { tables } from "../../authority/tables.js";
import { amountsOf, annulment, declare, large, named } from "./credit-invoice-cases.js";
import { cuit, openSimulator } from "./simulator.js";

// Source: issuer/authority/README.md, sections 12.3 and 12.5.

const { control, session } = await openSimulator();
beforeEach(() => control.reset(["ledger", "settings"]));

const date = toFiscalDate(new Date());
const [invoice, debitNote, creditNote] = [201, 202, 203];
const naming = (type: number, number = 1) => ({ CbtesAsoc: [named(type, { Nro: number, CbteFch: date })] });

async function issue(type: number, number: number, change: Partial<DeclaredVoucher> = {}, from = session) {
  const isInvoice = type === invoice;
  const dates = { CbteFch: date, ...(isInvoice ? { FchVtoPago: addDays(date, 30) } : naming(invoice)) };
  const head = `<FeCabReq><CantReg>1</CantReg><PtoVta>3</PtoVta><CbteTipo>${type}</CbteTipo></FeCabReq>`;
  const detail = declaredXml(declare(type, number, { ...dates, ...change }));
  const request = `<FeCAEReq>${head}<FeDetReq><FECAEDetRequest>${detail}</FECAEDetRequest></FeDetReq></FeCAEReq>`;
  const { header, errors, observations } = readVerdict(await from.call("FECAESolicitar", request));
  return [header, ...errors, ...observations];
}

const id = (type: number, number = 1) => ({ cuit, pos: 3, type, number });
const readAccount = async () => (await control.fceAccounts({ cuit }))[0];

test("an invoice opens an account, and notes move its balance unless the buyer rejects them", async () => {
  expect(await issue(invoice, 1, amountsOf(1000))).toEqual(["A"]);
  expect(await control.fceAccounts()).toEqual([
    {
      env: "homologation",
      ...id(invoice),
      receiver: large,
      currency: "PES",
      state: "Modificable",
      total: "1210.00",
      balance: "1210.00",
      notes: [],
    },
  ]);
  expect(await issue(debitNote, 1)).toEqual(["A"]);
  expect(await issue(creditNote, 1, amountsOf(200))).toEqual(["A"]);
  expect(await readAccount()).toMatchObject({
    balance: "1089.00",
    notes: [
      { ...id(debitNote), cancellation: false, total: "121.00", state: "Modificable" },
      { ...id(creditNote), cancellation: false, total: "242.00", state: "Modificable" },
    ],
  });
  expect(await control.decideFce({ ...id(debitNote), state: "Rechazada" })).toMatchObject({ balance: "968.00" });
  expect(await control.decideFce({ ...id(creditNote), state: "Rechazada" })).toMatchObject({ balance: "1210.00" });
  expect(await control.decideFce({ ...id(debitNote), state: "Aceptada" })).toMatchObject({ balance: "1331.00" });
  expect(await control.fceAccounts({ cuit: "20111111112" })).toEqual([]);
  expect(await control.fceAccounts({ env: "production" })).toEqual([]);
});

test("a credit note of the balance is refused until the buyer rejects the invoice, then only an annulment is granted", async () => {
  await issue(invoice, 1, amountsOf(1000));
  await issue(creditNote, 1, amountsOf(600));
  expect(await issue(creditNote, 2, amountsOf(400))).toEqual(["R", 10184]);
  expect(await issue(creditNote, 2, { ...amountsOf(1000), ...annulment })).toEqual(["R", 10154]);
  await control.decideFce({ ...id(creditNote), state: "Rechazada" });
  await control.decideFce({ ...id(invoice), state: "Rechazada" });
  expect(await issue(creditNote, 2, amountsOf(400))).toEqual(["R", 10154]);
  expect(await issue(creditNote, 2, { ...amountsOf(1000), ...annulment })).toEqual(["A"]);
  expect(await readAccount()).toMatchObject({ state: "Rechazada", balance: "0.00" });
});

test("what cancels a rejected note stands in the account and leaves the balance alone", async () => {
  await issue(invoice, 1, amountsOf(1000));
  await issue(debitNote, 1);
  await control.decideFce({ ...id(debitNote), state: "Rechazada" });
  expect(await issue(creditNote, 1, { ...annulment, ...naming(debitNote) })).toEqual(["A"]);
  expect(await readAccount()).toMatchObject({
    balance: "1210.00",
    notes: [{}, { ...id(creditNote), cancellation: true }],
  });
});

test("an account is in the invoice's currency", async () => {
  const dollars = { MonId: "DOL", MonCotiz: "1000" };
  await issue(invoice, 1, { ...amountsOf(100), ...dollars });
  await control.decideFce({ ...id(invoice), state: "Aceptada" });
  expect(await issue(debitNote, 1, amountsOf(1000))).toEqual(["A"]);
  expect(await readAccount()).toMatchObject({ currency: "DOL", balance: "122.21" });
});

test("silence is acceptance after the days of the setting", async () => {
  await issue(invoice, 1);
  const days = (count: number) => ({ clockOffsetMs: count * 86_400_000 });
  await control.set({ ...days(15), fce: { ...defaultSettings.fce, acceptanceDays: 15 } });
  expect(await readAccount()).toMatchObject({ state: "Modificable" });
  await control.set(days(17));
  expect(await readAccount()).toMatchObject({ state: "Aceptada" });
  await control.set({ fce: defaultSettings.fce });
  expect(await readAccount()).toMatchObject({ state: "Modificable" });
});

test("only a granted credit invoice can be decided on, and a note is only accepted or rejected", async () => {
  await expect(control.decideFce({ ...id(invoice), state: "Aceptada" })).rejects.toThrow("400");
  await issue(invoice, 1, amountsOf(1000));
  await issue(creditNote, 1);
  await expect(control.decideFce({ ...id(creditNote), state: "CanceladaTotal" })).rejects.toThrow(
    "cannot be CanceladaTotal",
  );
  for (const state of ["CanceladaTotal", "InformadaAgDpto", "Modificable"] as const)
    expect(await control.decideFce({ ...id(invoice), state })).toMatchObject({ state });
});

test("accounts and decisions survive a restart, and a reset of the ledger forgets them", async () => {
  const dataFolder = mkdtempSync(path.join(tmpdir(), "authority-"));
  const first = await startAuthority({ dataFolder });
  const before = await openSession(first, cuit);
  await issue(invoice, 1, amountsOf(1000), before);
  await issue(creditNote, 1, {}, before);
  await controlAuthority(first.control).decideFce({ ...id(creditNote), state: "Rechazada" });
  await first.close();

  const second = await startAuthority({ dataFolder });
  const again = controlAuthority(second.control);
  expect(await again.fceAccounts()).toMatchObject([{ balance: "1210.00", notes: [{ state: "Rechazada" }] }]);
  await again.reset(["ledger"]);
  expect(await again.fceAccounts()).toEqual([]);
  const after = await openSession(second, cuit);
  await issue(invoice, 1, amountsOf(1000), after);
  await issue(creditNote, 1, {}, after);
  expect(await again.fceAccounts()).toMatchObject([{ balance: "1089.00", notes: [{ state: "Modificable" }] }]);
  await second.close();
  rmSync(dataFolder, { recursive: true });
});

test("a look-up gives the optional fields, and the tables list them and the nine types", async () => {
  await issue(invoice, 1);
  expect((await session.lookUp(3, invoice, 1)).text).toContain("<Opcional><Id>27</Id><Valor>SCA</Valor></Opcional>");
  const ids = (rows: { Id: string }[]) => rows.map(({ Id }) => Id);
  expect(ids(tables.TiposOpcional)).toEqual(expect.arrayContaining(["2101", "2102", "22", "23", "27"]));
  expect(ids(tables.TiposCbte)).toEqual(
    expect.arrayContaining(["201", "202", "203", "206", "207", "208", "211", "212", "213"]),
  );
});
