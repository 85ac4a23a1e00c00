import { expect, test } from "vitest";
import { createApiKeyCache } from "../../../api/authentication/api-key-cache.js";
import { createMacKeys } from "../../../api/authentication/mac-keys.js";
import { apiConfig } from "../../../api/config.js";
import { openPools } from "../../../api/databases/pools.js";
import { readPrimary } from "../../../api/databases/replica.js";
import { readHandling } from "../../../api/http/handling.js";
import { createEligibilityCache } from "../../../api/issuing/eligibility-cache.js";
import type { IssuanceResult } from "../../../api/issuing/issuance-result.js";
import { issueVoucher } from "../../../api/issuing/issue-voucher.js";
import { createPreviewHashes } from "../../../api/issuing/preview-hash.js";
import { createStandingCache } from "../../../api/issuing/standing-cache.js";
import type { ApiDeps } from "../../../api/routes/deps.js";
import { checkIssuance } from "../../../api/schemas/check-issuance.js";
import { findCaller, hashOf } from "../../../shared/db/company/api-keys.js";
import { type Database, openDatabase } from "../../../shared/db/pool/database.js";
import { createProbe } from "../../../shared/db/pool/probe.js";
import { createLog } from "../../../shared/logging/log.js";
import { createSealer } from "../../../shared/sealing/sealer.js";
import { publicKeyOf } from "../../../shared/sealing/sealing-key.js";
import { openStorage } from "../../../shared/storage/open-storage.js";
import { invoiceB } from "../../support/samples/invoice.js";
import { createDemoDatabase } from "../../support/servers/demo-database.js";

const sealingKey = await publicKeyOf(Buffer.alloc(32).toString("base64"));

type Meanwhile = (db: Database, issuanceId: number) => Promise<unknown>;

/** Requests a voucher. Each wait for the outcome ends after the next of these changes. */
async function ask(...meanwhile: Meanwhile[]): Promise<IssuanceResult> {
  await using database = await createDemoDatabase();
  const { db, close } = openDatabase(database.url);
  const { close: closePools, ...pools } = openPools(database.url, 4);
  const caller = await findCaller(db, hashOf(database.keys.keys.test));
  const checked = checkIssuance(invoiceB());
  if (!caller || !checked.ok) throw new Error("the demo company cannot issue");

  const macKeys = createMacKeys(async () => new Uint8Array(32));
  const deps: ApiDeps = {
    ...pools,
    probe: createProbe(database.url),
    read: readPrimary(pools),
    callers: createApiKeyCache(pools.issuing.ofNobody),
    eligibility: createEligibilityCache(pools.issuing, Date.now),
    standings: createStandingCache(),
    log: createLog("test", "silent"),
    config: apiConfig.parse({ DATABASE_URL: database.url, REDIS_URL: "redis://127.0.0.1:1", SEALING_KEY: sealingKey }),
    sealer: createSealer(sealingKey),
    storage: openStorage("file:unused"),
    rewriteImage: async () => Promise.reject(new Error("no logo is sent here")),
    now: Date.now,
    macKeys,
    previews: createPreviewHashes(macKeys),
    wakeSequence: async () => undefined,
    enqueue: async () => undefined,
    requestPdf: async () => undefined,
    printWaits: (_tenant, wait) => wait(),
    printAnew: async () => undefined,
    requestMail: async () => undefined,
    askAuthority: async () => ({ outcome: "absent" }),
    settlements: {
      wait: async ({ id }) => {
        await meanwhile.shift()?.(db, id);
        return { ended: true };
      },
      announced: () => undefined,
      stop: async () => undefined,
    },
  };
  try {
    return await issueVoucher(deps, {
      caller,
      body: checked.body,
      amounts: checked.amounts,
      handling: readHandling(),
      requestId: "test",
    });
  } finally {
    await Promise.all([close(), closePools()]);
  }
}

/** The caller's own attempt was given up, and another request recorded the key again with other content and was settled. */
const recordedAgain =
  (state: "approved" | "rejected"): Meanwhile =>
  (db, id) =>
    db.$executeRaw`
    UPDATE issuance SET revision = revision + 1, state = ${state}::issuance_state, number = 1, settled_at = now(),
      body_hash = '\\x00'::bytea
    WHERE id = ${id}`;

const rejected: Meanwhile = (db, id) =>
  db.$executeRaw`UPDATE issuance SET state = 'rejected', settled_at = now() WHERE id = ${id}`;

test("[R1] a voucher that another request got under the key is answered as a replay", async () => {
  expect(await ask(recordedAgain("approved"))).toMatchObject({
    kind: "settled",
    replay: true,
    view: { state: "approved", revision: 2 },
  });
});

test("a rejection of another request's content is not answered, and the caller's own content is tried", async () => {
  expect(await ask(recordedAgain("rejected"), rejected)).toMatchObject({
    kind: "settled",
    replay: false,
    view: { state: "rejected", revision: 3 },
  });
});
