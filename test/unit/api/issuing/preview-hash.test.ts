import fc from "fast-check";
import { expect, test } from "vitest";
import { createMacKeys } from "../../../../api/authentication/mac-keys.js";
import { createPreviewHashes, previewLastsMs } from "../../../../api/issuing/preview-hash.js";

const hashesOf = (byte: number) => createPreviewHashes(createMacKeys(async () => new Uint8Array(32).fill(byte)));
const hashes = hashesOf(1);
const tenant = { companyId: 1, production: false };
const now = Date.UTC(2026, 10, 21, 12);
const reversed = (value: unknown): unknown =>
  Array.isArray(value)
    ? value.map(reversed)
    : typeof value === "object" && value !== null
      ? Object.fromEntries(
          Object.entries(value)
            .reverse()
            .map(([name, inner]) => [name, reversed(inner)]),
        )
      : value;

// JSON has one zero.
const json = fc.json().map((text) => JSON.parse(text));
const verdict = (hash: string, body: unknown, atMs = now) => hashes.judge(hash, tenant, { body }, atMs);

test("the order of the keys makes no difference", async () => {
  await fc.assert(
    fc.asyncProperty(json, async (body) => {
      expect(await verdict(await hashes.of(tenant, { body }, now), reversed(body))).toBe("valid");
    }),
  );
});

test("any other content is another preview", async () => {
  await fc.assert(
    fc.asyncProperty(json, json, async (body, other) => {
      fc.pre(
        JSON.stringify(body) !== JSON.stringify(other) && JSON.stringify(reversed(body)) !== JSON.stringify(other),
      );
      expect(await verdict(await hashes.of(tenant, { body: { a: body } }, now), { a: other })).toBe(
        sameValue(body, other) ? "valid" : "other",
      );
    }),
  );
});

/** Compared without the module under test: by value, whatever the order of keys. */
function sameValue(a: unknown, b: unknown): boolean {
  try {
    expect(a).toStrictEqual(b);
    return true;
  } catch {
    return false;
  }
}

test("another company, environment, original or secret is another preview, and so is a changed hash", async () => {
  const body = { idempotency: "a" };
  const hash = await hashes.of(tenant, { body }, now);
  const judgeFor = (over: object, previewed: object = {}) =>
    hashes.judge(hash, { ...tenant, ...over }, { body, ...previewed }, now);
  expect(await judgeFor({})).toBe("valid");
  const others = [
    judgeFor({ companyId: 2 }),
    judgeFor({ production: true }),
    judgeFor({}, { noteOf: { kind: "credit", id: 1 } }),
  ];
  expect(await Promise.all(others)).toEqual(Array(3).fill("other"));
  expect(await hashesOf(2).judge(hash, tenant, { body }, now)).toBe("other");
  const [time = "", mac = ""] = hash.split(".");
  const later = (Number.parseInt(time, 36) + 1).toString(36);
  for (const forged of ["", "a", `${later}.${mac}`, `${time}.${"A".repeat(43)}`, `${time}.`, `${hash}A`])
    expect(await verdict(forged, body)).toBe("other");
});

test("it lasts for 15 minutes", async () => {
  const hash = await hashes.of(tenant, { body: {} }, now);
  expect(previewLastsMs).toBe(900_000);
  expect([await verdict(hash, {}, now + 900_000), await verdict(hash, {}, now + 900_001)]).toEqual(["valid", "stale"]);
});
