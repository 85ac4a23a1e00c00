import { expect, test, vi } from "vitest";
import { csrfOf, isCsrfOf } from "../../../../api/app/frame/csrf.js";
import { createMacKeys } from "../../../../api/authentication/mac-keys.js";
import { createPreviewHashes } from "../../../../api/issuing/preview-hash.js";

const secret = new Uint8Array(32).fill(7);

test("each purpose has a key of its own, the same in every process, and none of them is the secret", async () => {
  const [one, other] = [createMacKeys(async () => secret), createMacKeys(async () => secret)];
  const purposes = ["previews of issuances", "forms of the web application", "names in the log"] as const;
  const keys = await Promise.all(purposes.map(one));
  expect(await Promise.all(purposes.map(other))).toEqual(keys);
  expect(new Set([...keys.map(String), String(Buffer.from(secret))]).size).toBe(4);
  expect(keys.map(({ length }) => length)).toEqual([32, 32, 32]);
});

test("the secret is read once it is needed, and again until that succeeds", async () => {
  const read = vi
    .fn<() => Promise<Uint8Array>>()
    .mockRejectedValueOnce(new Error("no database"))
    .mockResolvedValue(secret);
  const keys = createMacKeys(read);
  expect(read).not.toHaveBeenCalled();
  await expect(keys("names in the log")).rejects.toThrow("no database");
  await Promise.all([keys("names in the log"), keys("previews of issuances")]);
  await keys("names in the log");
  expect(read).toHaveBeenCalledTimes(2);
});

test("the hash of a preview is made of no setting: it says nothing of a password", async () => {
  const tenant = { companyId: 1, production: false };
  const hash = await createPreviewHashes(createMacKeys(async () => secret)).of(tenant, { body: {} }, 1);
  const other = createPreviewHashes(createMacKeys(async () => new Uint8Array(32)));
  expect(await other.judge(hash, tenant, { body: {} }, 1)).toBe("other");
});

test("a form's token is of the key and of the cookie", () => {
  const key = Buffer.alloc(32, 1);
  const token = csrfOf(key, "cookie");
  expect([
    isCsrfOf(key, "cookie", token),
    isCsrfOf(key, "other", token),
    isCsrfOf(Buffer.alloc(32), "cookie", token),
  ]).toEqual([true, false, false]);
});
