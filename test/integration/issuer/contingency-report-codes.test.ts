import { readFileSync } from "node:fs";
import path from "node:path";
import { expect, test } from "vitest";
import { projectFolder } from "../../../shared/assets/assets.js";
import { cuit } from "../authority/caea-simulator.js";
import { openReporting } from "./reporting.js";

const world = await openReporting();
const { control, issue, report, rowsOf } = world;

/** The codes of section 13.4 that a report can get. A remark leaves the voucher reported. */
function documentedCodes(): { code: number; isRemark: boolean }[] {
  const text = readFileSync(path.join(projectFolder, "issuer/authority/README.md"), "utf8");
  const section = text.slice(text.indexOf("### 13.4 "), text.indexOf("### 13.5 "));
  return [...section.matchAll(/^\| ([\d, ]+) \| (.*) \| reports \|$/gm)].flatMap(([, codes = "", rule = ""]) =>
    codes.split(", ").map((code) => ({ code: Number(code), isRemark: /^remarks?\b/.test(rule) })),
  );
}

const range = (from: number, to: number) => Array.from({ length: to - from + 1 }, (_, at) => from + at);

/** Codes of the manual that the simulator has no rule for, the first and last of each row: the first refuse, the others remark. */
const furtherRefusals = [813, 1446, 1450, 1488, 1502, 1503, 1515, 16000, 16014];
const furtherRemarks = [809, 810, 811, 814, 815, 816, 817, 1106, 1431, 1442, 1485];

const documented = documentedCodes();
/** Told in `Errors`. Source: issuer/authority/README.md, section 13.3. */
const inErrors = [782, 10000, 10001, 10002, 10003, 700, 701, 1300];
/** What these lead to has tests of its own: a look-up, and another try on a later day. */
const special = [703, 1414];
const remarks = [...documented.filter(({ isRemark }) => isRemark).map(({ code }) => code), ...furtherRemarks];
const refusals = [...documented.filter(({ isRemark }) => !isRemark).map(({ code }) => code), ...furtherRefusals].filter(
  (code) => ![...inErrors, ...special].includes(code),
);

test("the table has the codes that need a test", () => {
  expect(documented.length).toBeGreaterThan(100);
  for (const code of [...inErrors, ...special]) expect(documented).toContainEqual({ code, isRemark: false });
  for (const code of [724, 1445, 1516]) expect(documented).toContainEqual({ code, isRemark: true });
});

test("every remark leaves the voucher reported, and is kept", async () => {
  const line = await issue(remarks.length);
  await control.set({
    findings: remarks.map((code, at) => ({ code, msg: `m${code}`, observation: true, cuit, type: 6, number: at + 1 })),
  });
  expect(await report(line)).toBe("done");
  expect(await rowsOf(line)).toEqual(
    remarks.map((code, at) => ({ number: at + 1, state: "reported", errors: [], observations: [code], tries: 0 })),
  );
  const [first] = await world.db.caeaReport.findMany({ where: { posNumber: line.posNumber, voucherNumber: 1 } });
  expect(first?.observations).toEqual([{ code: remarks[0], msg: `m${remarks[0]}` }]);
});

const tens = Array.from({ length: Math.ceil(refusals.length / 10) }, (_, at) => refusals.slice(at * 10, at * 10 + 10));

test.each(tens)(
  "codes %i, %i, ... reject a voucher and block those behind it, until a person tries again",
  async (...codes) => {
    const line = await issue(codes.length + 1);
    const findings = codes.map((code, at) => ({
      ...{ code, msg: `m${code}`, observation: false, cuit, type: 6, number: at + 1 },
    }));
    for (const [at, code] of codes.entries()) {
      // The causes before this one are mended.
      await control.set({ findings: findings.slice(at) });
      expect([code, await report(line)]).toEqual([code, "rejected"]);
      const rows = await rowsOf(line);
      expect(rows[at]).toMatchObject({ number: at + 1, state: "rejected", errors: [code] });
      expect(rows.slice(0, at).filter(({ state }) => state !== "reported")).toEqual([]);
      expect(rows.slice(at + 1).filter(({ state }) => state !== "due")).toEqual([]);
      await world.tryAgain(line);
    }
    await control.set({ findings: [] });
    expect(await report(line)).toBe("done");
    expect(await world.takenOf(line)).toEqual(range(1, codes.length + 1));
  },
  60_000,
);

test.each(inErrors)(
  "code %i in Errors rejects the first voucher of the call, and the others were not read",
  async (code) => {
    const line = await issue(2);
    const fault = { operation: "FECAEARegInformativo", action: "error" as const, code: `${code}`, msg: "told" };
    await control.pushFault({ ...fault, pos: line.posNumber });
    expect(await report(line)).toBe("rejected");
    expect(await rowsOf(line)).toMatchObject([
      { state: "rejected", errors: [code] },
      { state: "due", errors: [] },
    ]);
    await world.tryAgain(line);
    expect(await report(line)).toBe("done");
  },
);

test("a closed point of sale and an issuer that is not active reject with the authority's own answer", async () => {
  const line = await issue(2);
  await control.set({ pointsOfSale: { [cuit]: [{ number: line.posNumber, type: "CAE - Ri Iva" }] } });
  expect(await report(line)).toBe("rejected");
  expect(await rowsOf(line)).toMatchObject([{ state: "rejected", errors: [701] }, { state: "due" }]);
  await control.set({ pointsOfSale: {}, refusedCuits: [cuit] });
  await world.tryAgain(line);
  expect(await report(line)).toBe("rejected");
  expect(await rowsOf(line)).toMatchObject([{ state: "rejected", errors: [10000] }, { state: "due" }]);
  await control.set({ refusedCuits: [] });
  await world.tryAgain(line);
  expect(await report(line)).toBe("done");
});

test.each([500, 501, 502])("code %i tells nothing: the reports stay sent", async (code) => {
  const line = await issue(2);
  const fault = { operation: "FECAEARegInformativo", action: "error" as const, code: `${code}` };
  await control.pushFault({ ...fault, pos: line.posNumber, when: "after" });
  expect(await report(line)).toBe("waiting");
  expect(await world.statesOf(line)).toEqual(["sent ×2"]);
  await world.wake(line);
  expect(await report(line)).toBe("done");
  expect(await world.takenOf(line)).toEqual([1, 2]);
});
