import { expect, test } from "vitest";
import { apiConfig } from "../../../api/config.js";
import { readConfig } from "../../../shared/config/config.js";
import { openSealer } from "../../../shared/sealing/open-sealer.js";
import { keyIdOf, publicKeyOf } from "../../../shared/sealing/sealing-key.js";

const secretKey = Buffer.alloc(32, 1).toString("base64");
const otherKey = await publicKeyOf(Buffer.alloc(32, 2).toString("base64"));
const servers = { DATABASE_URL: "postgresql://localhost/x", REDIS_URL: "redis://localhost" };

test("without SEALING_KEY and SECRET_KEY the API does not start, and names this beside every other fault", () => {
  const missing = expect.stringMatching(
    /^SEALING_KEY: missing; expected .*`secrets public-key`.*; or SECRET_KEY itself$/,
  );
  expect(readConfig(apiConfig, servers)).toEqual({ faults: [missing] });
  expect(readConfig(apiConfig, { ...servers, PORT: "x", REDIS_URL: "", SEALING_KEY: "" })).toEqual({
    faults: [expect.stringContaining("REDIS_URL: missing"), expect.stringContaining("PORT: "), missing],
  });
  expect(readConfig(apiConfig, { ...servers, SEALING_KEY: "short" })).toEqual({
    faults: [expect.stringMatching(/^SEALING_KEY: 32 bytes in base64/)],
  });
});

test("either key is enough for the API, and with both it seals to SEALING_KEY", async () => {
  const ofSecret = keyIdOf(await publicKeyOf(secretKey));
  const sealsTo = async (given: { SEALING_KEY?: string; SECRET_KEY?: string }) => {
    const read = readConfig(apiConfig, { ...servers, ...given });
    return "config" in read ? (await openSealer(read.config)).keyId : read.faults;
  };
  expect(await sealsTo({ SECRET_KEY: secretKey })).toBe(ofSecret);
  expect(await sealsTo({ SEALING_KEY: otherKey })).toBe(keyIdOf(otherKey));
  expect(await sealsTo({ SEALING_KEY: otherKey, SECRET_KEY: secretKey })).toBe(keyIdOf(otherKey));
});
