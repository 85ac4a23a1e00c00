import { expect, test } from "vitest";
import { createOwnershipCache } from "../../../issuer/issuing/ownership-cache.js";
import { key, openIssuer, taken } from "./scripted-issuer.js";

const other = { ...key, voucherType: 11 };

test("a retained sequence is served again under the same epoch", async () => {
  const { drain } = openIssuer();
  expect((await drain()).done).toEqual(["take 2", "submit under 2"]);
  expect((await drain()).done).toEqual(["submit under 2"]);
  expect((await drain()).done).toEqual(["submit under 2"]);
});

test("a retained sequence that another issuer took is taken again", async () => {
  const { database, drain } = openIssuer();
  await drain();
  database.epoch += 1;
  expect(await drain()).toEqual({ result: "drained", done: ["submit under 2", "take 4", "submit under 4"] });
});

test("a sequence is taken again after a minute, and after the authority was unavailable", async () => {
  const { database, later, drain } = openIssuer();
  await drain();
  later(60_000);
  expect((await drain()).done).toEqual(["take 3", "submit under 3"]);
  database.access = "unavailable";
  expect(await drain()).toEqual({ result: "closed", done: ["take 4", "close the line: TAXAUTH_CONNECTION_ERROR"] });
  database.access = "open";
  expect((await drain()).done).toEqual(["take 5", "submit under 5"]);
});

test("without the lock the issuer finishes what it began meanwhile and begins nothing more", async () => {
  const { database, drain } = openIssuer();
  await drain();
  database.lock = "taken";
  database.waits = 2;
  expect(await drain()).toEqual({ result: "busy", done: ["submit under 2", "ask", "approve under 2"] });
  expect(await drain(), "no longer retained").toEqual({ result: "busy", done: [] });

  database.lock = "free";
  expect((await drain()).done.at(-1)).toBe("approve under 3");
  database.lock = "away";
  expect(await drain()).toEqual({ result: "busy", done: ["submit under 3"] });
  await expect(drain()).rejects.toThrow("the database is away");
});

test("while issuers look for work themselves, nothing is sent for a retained sequence without the lock", async () => {
  const { database, drain } = openIssuer();
  await drain();
  Object.assign(database, { lock: "taken", lockComesFirst: true, waits: 1 });
  expect(await drain()).toEqual({ result: "busy", done: [] });
  database.lock = "free";
  expect((await drain()).done.slice(0, 3)).toEqual(["submit under 2", "ask", "approve under 2"]);
});

test("only one drain reclaims a retained sequence, and only its own", () => {
  const retained = createOwnershipCache(() => 0);
  retained.retain(taken(7));
  expect(retained.takeOwned(other)).toBeUndefined();
  expect(retained.takeOwned(key)).toEqual(taken(7));
  expect(retained.takeOwned(key)).toBeUndefined();
});
