import fc from "fast-check";
import { expect, test } from "vitest";
import { createOpener } from "../../../../shared/sealing/opener.js";
import { createSealer } from "../../../../shared/sealing/sealer.js";
import { keyIdOf, publicKeyOf } from "../../../../shared/sealing/sealing-key.js";
import { propertyRuns } from "../../../support/samples/property-runs.js";

const keyOf = (byte: number) => Buffer.alloc(32, byte).toString("base64");
const context = "certificate-key:1:false";
const sealer = createSealer(await publicKeyOf(keyOf(1)));
const opener = await createOpener(keyOf(1));
const other = await createOpener(keyOf(2));

/** What other programs made of "a private key", this context and the secret key of 32 bytes 1. */
const known = {
  publicKey: "fnikgyorklAoEdaA1j4hcQMawYrwschLFrsD74zNDSQ=",
  keyId: "990f1ca917a492ac",
  /** By another implementation of RFC 9180 (hpke-js). */
  box: "ApkPHKkXpJKs/sBbFbaJSNz6zHRjkok/YMRQ/WPb/T7y9whnlCPeYBwcMGSgno+XuVfKN9JvzqRh2Eml0D0t8GIIj+X1ag==",
};
const bytesOf = (base64: string) => new Uint8Array(Buffer.from(base64, "base64"));

test("a private key that is sealed to a public key is not readable, and opens under its secret key alone", async () => {
  const sealed = await sealer.seal("a private key", context);
  expect(Buffer.from(sealed).toString("latin1")).not.toContain("private");
  expect(await opener.open(sealed, context)).toBe("a private key");
  expect(await (await createOpener(keyOf(2), keyOf(1))).open(sealed, context)).toBe("a private key");
  const otherId = keyIdOf(await publicKeyOf(keyOf(2)));
  await expect(other.open(sealed, context)).rejects.toThrow(
    `is sealed to the key ${sealer.keyId}, and SECRET_KEY is that of ${otherId}; set SECRET_KEY to the one it was sealed under`,
  );
});

test("the same private key is sealed differently each time", async () => {
  expect(await sealer.seal("x", context)).not.toEqual(await sealer.seal("x", context));
});

test("the public half and a box are what other programs make of them", async () => {
  expect(await publicKeyOf(keyOf(1))).toBe(known.publicKey);
  expect(keyIdOf(known.publicKey)).toBe(known.keyId);
  expect(await opener.open(bytesOf(known.box), context)).toBe("a private key");
  await expect(opener.open(bytesOf(known.publicKey), context)).rejects.toThrow("is sealed to no key");
});

test("any text opens as it was sealed, in its own context only, and not when a byte was changed or is missing", async () => {
  const text = fc.string({ unit: "grapheme", maxLength: 4_000 });
  await fc.assert(
    fc.asyncProperty(
      text,
      text,
      text,
      fc.nat(),
      fc.integer({ min: 1, max: 255 }),
      async (plain, own, wrong, at, change) => {
        fc.pre(own !== wrong);
        const sealed = await sealer.seal(plain, own);
        expect(await opener.open(sealed, own)).toBe(plain);
        await expect(opener.open(sealed, wrong)).rejects.toThrow("was changed or is of another row");
        const place = at % sealed.length;
        await expect(opener.open(sealed.with(place, (sealed[place] ?? 0) ^ change), own)).rejects.toThrow();
        await expect(opener.open(sealed.subarray(0, place), own)).rejects.toThrow();
      },
    ),
    propertyRuns(200),
  );
});
