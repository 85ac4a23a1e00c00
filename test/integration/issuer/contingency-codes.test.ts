import { beforeEach, describe, expect, test } from "vitest";
import { claimUnused } from "../../../shared/db/contingency/unused.js";
import { waitFor } from "../../sandbox/wait-for.js";
import { importedVoucher, storeVouchers } from "../../support/samples/stored-vouchers.js";
import { demoCuit, monoCuit, openAttending } from "./attending.js";

const { db, control, demo, mono, openIssuer, moveTo, reset, addPoint, wait, useCode } = await openAttending();

/** Between the first day on which the second fortnight can be asked for and the end of the first. */
const midFirst = "20311112";
const caeaPoint = (number: number) => ({ number, type: "CAEA - Ri Iva CONTINGENCIA" });

beforeEach(() => reset(midFirst));

/** One round of an issuer that remembers nothing. */
const round = () => openIssuer()(false);

const codesOf = (companyId: number) =>
  db.caea.findMany({
    where: { companyId },
    orderBy: [{ period: "asc" }, { fortnight: "asc" }],
    select: { period: true, fortnight: true, code: true, validFrom: true, validTo: true, reportBy: true },
  });
const problemsOf = async () =>
  (await db.caea.findMany({ orderBy: { validFrom: "asc" } })).map(({ problem }) => problem);
const calls = (operation: string) => control.calls(operation);
const refusal = (...codes: number[]) => ({
  code: "TAXAUTH_ERROR",
  detail: expect.stringContaining(`(${codes[0]})`),
  reasons: codes.map((code) => ({ code, msg: expect.any(String) })),
});
const unanswered = { code: "TAXAUTH_CONNECTION_ERROR", detail: expect.any(String), reasons: [] };

describe("codes", () => {
  test("the codes of this fortnight and the next are asked for once, for whoever has a point of sale of CAEA", async () => {
    await addPoint(demo, 7);
    await addPoint(demo, 8);
    await addPoint(mono, 7, { enabled: false });
    await round();
    const [first, second] = await control.caea();
    expect(await codesOf(demo)).toEqual([
      {
        ...{ period: 203111, fortnight: 1, code: first?.code, validFrom: "20311101", validTo: "20311115" },
        reportBy: "20311123",
      },
      {
        ...{ period: 203111, fortnight: 2, code: second?.code, validFrom: "20311116", validTo: "20311130" },
        reportBy: "20311208",
      },
    ]);
    expect(await problemsOf()).toEqual([null, null]);
    expect(await codesOf(mono)).toEqual([]);
    await wait(86_400);
    await round();
    expect(await calls("FECAEASolicitar")).toBe(2);
    expect(await calls("FECAEAConsultar")).toBe(0);
  });

  test("the next fortnight waits for its fifth day before", async () => {
    await moveTo("20311110");
    await addPoint(demo, 7);
    await round();
    expect((await codesOf(demo)).map(({ fortnight }) => fortnight)).toEqual([1]);
    await moveTo("20311111");
    await round();
    expect((await codesOf(demo)).map(({ fortnight }) => fortnight)).toEqual([1, 2]);
  });

  test("nobody is asked without a certificate in force", async () => {
    await addPoint(demo, 7);
    await db.certificate.updateMany({ where: { companyId: demo }, data: { active: false } });
    await round();
    expect(await db.caea.count()).toBe(0);
  });

  test("of several issuers one asks", async () => {
    await addPoint(demo, 7);
    await Promise.all([round(), round(), round(), round()]);
    expect(await calls("FECAEASolicitar")).toBe(2);
  });

  // Source: issuer/authority/README.md, section 13.4. 15004 and 15005 are about what is never sent.
  test.each([
    { codes: [15000], settings: { refusedCuits: [demoCuit] } },
    { codes: [15003], settings: { pointsOfSale: { [demoCuit]: [1] } } },
    { codes: [15016], settings: { pointsOfSale: { [demoCuit]: [caeaPoint(7)] } } },
  ])("a refusal with $codes is kept, and asked again after 15 minutes until the cause is mended", async (refused) => {
    await reset("20311103", refused.settings);
    await addPoint(demo, 7);
    await round();
    expect(await problemsOf()).toEqual([refusal(...refused.codes)]);
    await wait(14 * 60);
    await round();
    expect(await calls("FECAEASolicitar")).toBe(1);
    await control.set({ refusedCuits: [], pointsOfSale: {} });
    await wait(60);
    await round();
    expect(await calls("FECAEASolicitar")).toBe(2);
    expect(await problemsOf()).toEqual([null]);
    expect(await codesOf(demo)).toMatchObject([{ code: expect.stringMatching(/^\d{14}$/) }]);
  });

  test.each([15006, 15010, 15009, 15011, 15012])("a refusal with %i is kept too", async (code) => {
    await reset("20311103");
    await control.pushFault({ operation: "FECAEASolicitar", action: "error", code: `${code}`, msg: "no" });
    await addPoint(demo, 7);
    await round();
    expect(await problemsOf()).toEqual([{ ...refusal(code), reasons: [{ code, msg: "no" }] }]);
  });

  test("15008: a code that was granted before is looked up", async () => {
    await reset("20311103");
    await addPoint(demo, 7);
    await round();
    const [granted] = await codesOf(demo);
    await db.caea.deleteMany();
    await round();
    expect(await codesOf(demo)).toEqual([granted]);
    expect([await calls("FECAEASolicitar"), await calls("FECAEAConsultar")]).toEqual([2, 1]);
  });

  test("a code that exists and is not found is kept as a refusal", async () => {
    await reset("20311103");
    await addPoint(demo, 7);
    await control.pushFault({ operation: "FECAEASolicitar", action: "error", code: "15008", msg: "existe" });
    await round();
    expect(await problemsOf()).toEqual([refusal(602)]);
  });

  test("after a lost answer the code is looked up within a minute, and not asked for again", async () => {
    await reset("20311103");
    await addPoint(demo, 7);
    await control.pushFault({ operation: "FECAEASolicitar", when: "after", action: "drop" });
    await round();
    expect(await problemsOf()).toEqual([unanswered]);
    await round();
    expect(await calls("FECAEAConsultar")).toBe(0);
    await wait(40);
    await round();
    expect(await codesOf(demo)).toMatchObject([{ code: (await control.caea())[0]?.code, reportBy: "20311123" }]);
    expect([await calls("FECAEASolicitar"), await calls("FECAEAConsultar")]).toEqual([1, 1]);
  });

  test.each([
    { name: "cut before it was carried out", fault: { action: "drop" as const } },
    { name: "answered with 503", fault: { action: "status" as const } },
    { name: "answered with half a document", fault: { action: "truncate" as const } },
    { name: "answered with 501", fault: { action: "error" as const } },
  ])("602: a request that was $name is sent again once the look-up finds nothing", async ({ fault }) => {
    await reset("20311103");
    await addPoint(demo, 7);
    await control.pushFault({ operation: "FECAEASolicitar", ...fault });
    await round();
    expect(await problemsOf()).toEqual([unanswered]);
    await wait(40);
    await round();
    expect(await codesOf(demo)).toMatchObject([{ code: expect.stringMatching(/^\d{14}$/) }]);
    expect([await calls("FECAEASolicitar"), await calls("FECAEAConsultar")]).toEqual([2, 1]);
  });

  test("a code whose request was lost on the last day is still looked up in the next fortnight, and never asked for", async () => {
    await reset("20311115");
    await addPoint(demo, 7);
    await addPoint(mono, 7);
    await control.pushFault({ operation: "FECAEASolicitar", cuit: demoCuit, when: "after", action: "drop", times: 2 });
    await control.pushFault({ operation: "FECAEASolicitar", cuit: monoCuit, action: "drop", times: 2 });
    await round();
    const lost = (await control.caea({ cuit: demoCuit })).find(({ order }) => order === 1);
    await moveTo("20311116");
    await wait(40);
    await round();
    const ofFirst = (codes: Awaited<ReturnType<typeof codesOf>>) =>
      codes.find(({ fortnight }) => fortnight === 1)?.code;
    expect(ofFirst(await codesOf(demo))).toBe(lost?.code);
    expect(ofFirst(await codesOf(mono))).toBeNull();
    const found = await db.caea.findFirst({ where: { companyId: mono, fortnight: 1 } });
    expect(found?.problem).toEqual(refusal(602));
    await wait(86_400);
    await control.reset(["calls"]);
    await round();
    expect([await calls("FECAEASolicitar"), await calls("FECAEAConsultar")]).toEqual([0, 0]);
  });

  test("a code whose request was lost is looked up for as long as its fortnight has to be closed, also without a point of sale", async () => {
    await reset("20311103");
    await addPoint(demo, 7);
    await control.pushFault({ operation: "FECAEASolicitar", when: "after", action: "drop" });
    await round();
    await db.pointOfSale.updateMany({ where: { number: 7, companyId: demo }, data: { enabled: false } });
    const [lost] = await control.caea({ cuit: demoCuit });
    await moveTo("20320210");
    await wait(40);
    await round();
    const [found] = await codesOf(demo);
    expect(found).toMatchObject({ period: 203111, fortnight: 1, code: lost?.code });
    // It was looked up and not asked for, and nothing is asked for without a point of sale.
    expect([await calls("FECAEASolicitar"), await calls("FECAEAConsultar")]).toEqual([1, 1]);
  });

  test("a refusal is asked again until its fortnight is over, and then no more", async () => {
    await reset("20311115", { refusedCuits: [demoCuit] });
    await addPoint(demo, 7);
    await round();
    await moveTo("20311116");
    await wait(86_400);
    await control.reset(["calls"]);
    await control.set({ refusedCuits: [] });
    await round();
    expect((await codesOf(demo)).map(({ fortnight, code }) => [fortnight, code !== null])).toEqual([
      [1, false],
      [2, true],
    ]);
    expect(await calls("FECAEAConsultar")).toBe(0);
  });

  test("15015, 15017, 15018: remarks are kept beside the code", async () => {
    await reset("20311103", { caeaObservations: [15015, 15017, 15018] });
    await addPoint(demo, 7);
    await round();
    expect(await db.caea.findMany()).toMatchObject([
      {
        code: expect.stringMatching(/^\d{14}$/),
        problem: null,
        remarks: [15015, 15017, 15018].map((code) => ({ code, msg: expect.any(String) })),
      },
    ]);
  });

  test("15014: what is owed is kept beside the next code", async () => {
    await reset("20311103", { pointsOfSale: { [demoCuit]: [1, caeaPoint(7)] } });
    await addPoint(demo, 7);
    await round();
    await control.pushFault({ operation: "FECAEASinMovimientoInformar", action: "error", code: "1205", times: null });
    await moveTo("20311120");
    await round();
    await moveTo("20311212");
    await round();
    const codes = await db.caea.findMany({ orderBy: { validFrom: "asc" } });
    expect(codes.slice(2).map(({ remarks }) => remarks)).toEqual([
      [{ code: 15014, msg: expect.stringContaining("203111;2;7") }],
      [{ code: 15014, msg: expect.stringContaining("203111;2;7") }],
    ]);
  });

  test("a company whose calls hang holds up no other", async () => {
    await reset("20311103");
    await addPoint(demo, 7);
    await addPoint(mono, 7);
    await control.pushFault({ action: "hang", cuit: demoCuit, times: null });
    const running = round();
    await waitFor(async () => (await codesOf(mono))[0]?.code, { message: "the other's code" });
    await waitFor(
      async () => (await db.sequence.count({ where: { companyId: mono, lastNumber: { not: null } } })) === 3,
      {
        message: "the other's sequences",
      },
    );
    expect((await codesOf(demo))[0]?.code ?? null).toBeNull();
    await control.clearFaults();
    await running;
  });
});

describe("last numbers", () => {
  const seeds = async (companyId: number, posNumber = 7) =>
    (await db.sequence.findMany({ where: { companyId, posNumber }, orderBy: { voucherType: "asc" } })).map(
      ({ voucherType, lastNumber }) => [voucherType, lastNumber],
    );

  test("every sequence of a point of sale of CAEA gets the authority's last number, once", async () => {
    await control.issueForeign({ cuit: demoCuit, pos: 7, type: 6, number: 41 });
    await addPoint(demo, 7);
    await addPoint(demo, 8, { enabled: false });
    await addPoint(mono, 7);
    await round();
    expect(await seeds(demo)).toEqual([1, 2, 3, 6, 7, 8].map((type) => [type, type === 6 ? 41 : 0]));
    expect(await seeds(mono)).toEqual([11, 12, 13].map((type) => [type, 0]));
    expect(await seeds(demo, 8)).toEqual([]);

    await db.sequence.updateMany({ where: { companyId: demo, voucherType: 6 }, data: { lastNumber: 50 } });
    const epochs = () => db.sequence.findMany({ select: { id: true, epoch: true }, orderBy: { id: "asc" } });
    const before = await epochs();
    await round();
    expect(await calls("FECompUltimoAutorizado")).toBe(9);
    expect(await epochs()).toEqual(before);
    expect(await seeds(demo)).toContainEqual([6, 50]);
  });

  test("of several issuers each sequence is seeded by one, and none is lowered", async () => {
    await control.issueForeign({ cuit: demoCuit, pos: 7, type: 1, number: 9 });
    await addPoint(demo, 7);
    for (let rounds = 0; rounds < 2; rounds += 1) await Promise.all([round(), round(), round()]);
    expect(await seeds(demo)).toEqual([1, 2, 3, 6, 7, 8].map((type) => [type, type === 1 ? 9 : 0]));
  });

  test("what has no answer is asked again later, and holds up nothing else", async () => {
    await addPoint(demo, 7);
    await control.pushFault({ operation: "FECompUltimoAutorizado", type: 6, action: "drop" });
    const attend = openIssuer();
    await attend(false);
    expect(await seeds(demo)).toContainEqual([6, null]);
    expect(await seeds(demo)).toContainEqual([8, 0]);
    await attend(false);
    expect(await calls("FECompUltimoAutorizado")).toBe(6);
    await round();
    expect(await seeds(demo)).toContainEqual([6, 0]);
  });
});

describe("points of sale without movement", () => {
  const unusedOf = async () =>
    (await db.caeaUnused.findMany({ orderBy: { posNumber: "asc" } })).map(({ posNumber, informedAt, problem }) => ({
      posNumber,
      done: informedAt !== null,
      problem,
    }));
  const declared = async () =>
    (await control.caea({ cuit: demoCuit }))[0]?.withoutMovement
      .map(({ pos }) => pos)
      .toSorted((one, other) => one - other);
  const done = (posNumber: number) => ({ posNumber, done: true, problem: null });

  /** The code of the first fortnight, and the points of sale 7 and 8. */
  async function open() {
    await reset("20311103");
    await addPoint(demo, 7);
    await addPoint(demo, 8);
    await round();
    const { id } = await db.caea.findFirstOrThrow();
    return id;
  }

  test("they are declared once the fortnight is over, and once only", async () => {
    await open();
    await moveTo("20311115");
    await round();
    expect(await unusedOf()).toEqual([]);
    await moveTo("20311116");
    await Promise.all([round(), round()]);
    expect(await unusedOf()).toEqual([done(7), done(8)]);
    expect(await declared()).toEqual([7, 8]);
    await wait(2 * 86_400);
    await round();
    expect(await calls("FECAEASinMovimientoInformar")).toBe(2);
  });

  test.each(["due", "rejected", "reported"] as const)(
    "one with a voucher that is %s is never declared, and the others do not wait for it",
    async (state) => {
      const caeaId = await open();
      await useCode(caeaId, 7, state);
      await moveTo("20311116");
      await round();
      expect(await unusedOf()).toEqual([done(8)]);
      expect(await declared()).toEqual([8]);
    },
  );

  test("one that was disabled after the fortnight began is declared, and one from before is not", async () => {
    await open();
    const setEnabled = (number: number, enabled: boolean) =>
      db.pointOfSale.updateMany({ where: { number, production: false, companyId: demo }, data: { enabled } });
    await setEnabled(7, false);
    await setEnabled(8, false);
    // By the clock of this test.
    const disabledAt = (day: number) => new Date(Date.UTC(2031, day === 31 ? 9 : 10, day, 15));
    await db.pointOfSale.updateMany({ where: { number: 7 }, data: { disabledAt: disabledAt(1) } });
    await db.pointOfSale.updateMany({ where: { number: 8 }, data: { disabledAt: disabledAt(31) } });
    await moveTo("20311116");
    await round();
    expect(await declared()).toEqual([7]);
    await setEnabled(8, true);
    expect(await db.pointOfSale.findFirst({ where: { number: 8, companyId: demo } })).toMatchObject({
      disabledAt: null,
    });
    await round();
    expect(await declared()).toEqual([7, 8]);
  });

  test("a voucher that comes between the list and the claim keeps its point of sale from being declared", async () => {
    const caeaId = await open();
    await moveTo("20311116");
    expect(await claimUnused(db, { caeaId, posNumber: 8 })).toBe(true);
    await useCode(caeaId, 7);
    expect(await claimUnused(db, { caeaId, posNumber: 7 })).toBe(false);
    await wait(86_400);
    await useCode(caeaId, 8);
    expect(await claimUnused(db, { caeaId, posNumber: 8 })).toBe(false);
  });

  test("an issuer whose clock is ahead declares nothing while the fortnight lasts by the database's day", async () => {
    const caeaId = await open();
    await moveTo("20311115");
    await moveTo("20311116", { issuersAlone: true });
    await round();
    expect(await unusedOf()).toEqual([]);
    expect(await calls("FECAEASinMovimientoInformar")).toBe(0);
    expect(await claimUnused(db, { caeaId, posNumber: 7 })).toBe(false);
    await moveTo("20311116");
    await round();
    expect(await declared()).toEqual([7, 8]);
  });

  test("one of which vouchers may be missing is not declared before a person's word", async () => {
    await open();
    await db.$executeRaw`UPDATE sequence SET unverified = true WHERE pos_number = 7 AND voucher_type = 6`;
    await moveTo("20311116");
    await round();
    expect(await declared()).toEqual([8]);
    await db.$executeRaw`UPDATE sequence SET unverified = false`;
    await round();
    expect(await declared()).toEqual([7, 8]);
  });

  test("nor one whose last voucher is of the fortnight, whoever issued it", async () => {
    const caeaId = await open();
    const { code } = await db.caea.findUniqueOrThrow({ where: { id: caeaId } });
    await db.$executeRaw`UPDATE sequence SET last_number = 4, last_date = '20311115' WHERE pos_number = 7 AND voucher_type = 6`;
    const imported = { id: 930_001, companyId: demo, pos: 8, type: 6, caea: true, cae: code ?? "" };
    await storeVouchers(db, [importedVoucher(imported)]);
    await moveTo("20311116");
    await round();
    expect(await unusedOf()).toEqual([]);
    expect(await claimUnused(db, { caeaId, posNumber: 7 })).toBe(false);
    expect(await claimUnused(db, { caeaId, posNumber: 8 })).toBe(false);
  });

  test("what cannot be asked for, because a key does not open, is not tried again at once", async () => {
    const caeaId = await open();
    await moveTo("20311116");
    const certificates = await db.certificate.findMany({ select: { id: true, sealedKey: true } });
    await db.$executeRaw`UPDATE certificate SET sealed_key = decode('00', 'hex')`;
    await round();
    expect(await unusedOf()).toEqual([7, 8].map((posNumber) => ({ posNumber, done: false, problem: null })));
    for (const { id, sealedKey } of certificates) await db.certificate.update({ where: { id }, data: { sealedKey } });
    await round();
    expect(await declared(), "it stands behind the others").toEqual([]);
    await wait(40);
    await round();
    expect(await declared()).toEqual([7, 8]);
    expect(await db.caea.findUnique({ where: { id: caeaId } })).toMatchObject({ problem: null });
  });

  test("1209: one that was declared before is done", async () => {
    await open();
    await moveTo("20311116");
    await round();
    await db.caeaUnused.deleteMany();
    await round();
    expect(await unusedOf()).toEqual([done(7), done(8)]);
    expect(await calls("FECAEASinMovimientoInformar")).toBe(4);
  });

  test.each([
    { code: 1204, point: { number: 8 } },
    { code: 1205, point: { ...caeaPoint(8), openedOn: "20311120" } },
  ])("$code is kept as a problem and tried again every day", async ({ code, point }) => {
    await open();
    await moveTo("20311121");
    await control.set({ pointsOfSale: { [demoCuit]: [1, caeaPoint(7), point] } });
    await round();
    expect(await unusedOf()).toEqual([done(7), { posNumber: 8, done: false, problem: refusal(code) }]);
    await wait(23 * 3600);
    await round();
    expect(await calls("FECAEASinMovimientoInformar")).toBe(2);
    await control.set({ pointsOfSale: {} });
    await wait(3600);
    await round();
    expect(await unusedOf()).toEqual([done(7), done(8)]);
  });

  // Source: issuer/authority/README.md, section 13.4. 1206 and 1207 are about what is never sent.
  test.each([1200, 1201, 1202, 1203])("%i is kept as a problem too", async (code) => {
    await open();
    await moveTo("20311116");
    await control.pushFault({ operation: "FECAEASinMovimientoInformar", pos: 8, action: "error", code: `${code}` });
    await round();
    expect(await unusedOf()).toEqual([done(7), { posNumber: 8, done: false, problem: refusal(code) }]);
  });

  test("10102: a declaration without an answer is looked up within a minute, and repeated only where it was not taken", async () => {
    await open();
    await moveTo("20311116");
    const operation = "FECAEASinMovimientoInformar";
    await control.pushFault({ operation, pos: 7, when: "after", action: "drop" });
    await control.pushFault({ operation, pos: 8, action: "drop" });
    await round();
    expect(await unusedOf()).toEqual([7, 8].map((posNumber) => ({ posNumber, done: false, problem: unanswered })));
    await wait(40);
    await round();
    expect(await unusedOf()).toEqual([done(7), done(8)]);
    expect([await calls(operation), await calls("FECAEASinMovimientoConsultar")]).toEqual([3, 2]);
  });

  test("10105: one that has vouchers from elsewhere is kept as a problem when its declaration had no answer", async () => {
    await open();
    await moveTo("20311116");
    await control.pushFault({ operation: "FECAEASinMovimientoInformar", pos: 8, action: "drop" });
    await control.pushFault({ operation: "FECAEASinMovimientoConsultar", pos: 8, action: "error", code: "10105" });
    await round();
    await wait(40);
    await round();
    expect(await unusedOf()).toEqual([done(7), { posNumber: 8, done: false, problem: refusal(10105) }]);
  });
});
