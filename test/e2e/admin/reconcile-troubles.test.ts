import { expect, test } from "vitest";
import { invoiceB } from "../../support/samples/invoice.js";
import { cuit, startReconciling } from "./reconciling.js";

const { system, run, reconcile, issue } = await startReconciling(["api", "issuer"]);
await issue(invoiceB({ posNumber: 2 }));

test("an unanswered number is asked for again, and reported if it stays unanswered", async () => {
  const drop = { operation: "FECompConsultar", when: "before", action: "drop", pos: 2, type: 6 } as const;
  await system.authority.pushFault({ ...drop, times: 2 });
  expect(await reconcile("--pos 2 --type 6")).toMatchObject({ exitCode: 0, sequences: [{ equal: 1, unanswered: [] }] });
  await system.authority.pushFault({ ...drop, times: null });
  expect(await reconcile("--pos 2 --type 6")).toMatchObject({
    exitCode: 3,
    sequences: [{ equal: 0, missing: [], unanswered: [{ number: 1, cause: expect.any(String) }] }],
  });
  await system.authority.reset(["faults"]);
});

test("a voucher that the authority does not show yet is looked up again before it is reported as missing", async () => {
  await system.authority.set({ visibilityLagMs: 3_000 });
  await issue(invoiceB({ posNumber: 3 }));
  expect(await reconcile("--pos 3 --type 6")).toMatchObject({ exitCode: 0, sequences: [{ equal: 1, missing: [] }] });
  await system.authority.reset(["settings"]);
});

test("a sequence that the authority refuses is reported, and the others are still compared", async () => {
  await system.authority.set({ pointsOfSale: { [cuit]: [1, 2] } });
  const { exitCode, sequences } = await reconcile();
  expect(exitCode).toBe(3);
  expect(sequences).toMatchObject([
    { pos: 2, type: 6, differs: false },
    { pos: 3, type: 6, authority: null, refused: expect.stringContaining("11002"), differs: true },
  ]);
  await system.authority.reset(["settings"]);
});

test("wrong usage ends with exit code 2", async () => {
  const wrong = [
    "--env nowhere",
    "--env homologation --type 91",
    "--env homologation --from 5 --to 4",
    "--env homologation --pos x",
  ];
  for (const options of wrong) {
    const { exitCode, json } = await run(..."reconcile --company demo --json".split(" "), ...options.split(" "));
    expect([options, exitCode, json]).toEqual([options, 2, { ok: false, error: expect.any(String) }]);
  }
});

test("without an issuer the command says that one is needed", async () => {
  await system.stop("issuer");
  const { exitCode, error } = await reconcile("--pos 2 --type 6");
  expect([exitCode, error]).toEqual([1, expect.stringMatching(/No issuer takes questions.*start one/)]);
  await system.start("issuer");
});
