import { expect, test } from "vitest";
import { createApiKeyCache } from "../../../api/authentication/api-key-cache.js";
import { createMacKeys } from "../../../api/authentication/mac-keys.js";
import { apiConfig } from "../../../api/config.js";
import { openPools } from "../../../api/databases/pools.js";
import { readPrimary } from "../../../api/databases/replica.js";
import { readHandling } from "../../../api/http/handling.js";
import { createEligibilityCache } from "../../../api/issuing/eligibility-cache.js";
import { issueVoucher } from "../../../api/issuing/issue-voucher.js";
import { createPreviewHashes } from "../../../api/issuing/preview-hash.js";
import { createStandingCache } from "../../../api/issuing/standing-cache.js";
import type { ApiDeps } from "../../../api/routes/deps.js";
import { checkIssuance } from "../../../api/schemas/check-issuance.js";
import { findCaller, hashOf } from "../../../shared/db/company/api-keys.js";
import { openDatabase } from "../../../shared/db/pool/database.js";
import { createProbe } from "../../../shared/db/pool/probe.js";
import { createLog } from "../../../shared/logging/log.js";
import { createSealer } from "../../../shared/sealing/sealer.js";
import { publicKeyOf } from "../../../shared/sealing/sealing-key.js";
import { openStorage } from "../../../shared/storage/open-storage.js";
import { invoiceB } from "../../support/samples/invoice.js";
import { createDemoDatabase } from "../../support/servers/demo-database.js";

test("an announced outcome is answered at once, without a second wait", async () => {
  await using database = await createDemoDatabase();
  const sealingKey = await publicKeyOf(Buffer.alloc(32).toString("base64"));
  const { db, close } = openDatabase(database.url);
  const { close: closePools, ...pools } = openPools(database.url, 4);
  const caller = await findCaller(db, hashOf(database.keys.keys.test));
  const checked = checkIssuance(invoiceB());
  if (!caller || !checked.ok) throw new Error("the demo company cannot issue");

  let waits = 0;
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
        waits++;
        await db.$executeRaw`UPDATE issuance SET state = 'rejected', settled_at = now() WHERE id = ${id}`;
        return { ended: true };
      },
      announced: () => undefined,
      stop: async () => undefined,
    },
  };
  const ending = await issueVoucher(deps, {
    caller,
    body: checked.body,
    amounts: checked.amounts,
    handling: readHandling(),
    requestId: "test",
  });
  await Promise.all([close(), closePools()]);

  expect(ending).toMatchObject({ kind: "settled", replay: false, view: { state: "rejected" } });
  expect(waits).toBe(1);
});
