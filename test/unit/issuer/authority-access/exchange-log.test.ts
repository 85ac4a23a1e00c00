import { expect, test } from "vitest";
import { createExchangeLog } from "../../../../issuer/authority-access/exchange-log.js";
import type { ExchangeRecord } from "../../../../shared/db/issuing/exchanges.js";
import { createLog } from "../../../../shared/logging/log.js";

const seen = {
  operation: "FECAESolicitar",
  writeRequest: () => "<sent/>",
  exchange: { sent: true as const, status: 200, text: "<Token>t</Token><a:sign>s</a:sign>" },
  startedAt: new Date(0),
  tookMs: 5,
};

test("the last exchange is kept with the outcome, and an earlier one as a ticket failure", async () => {
  const kept: ExchangeRecord[] = [];
  const evidence = createExchangeLog(async (records) => void kept.push(...records), createLog("test", "silent"));

  const answer = await evidence.watch([7], async (witness) => {
    witness?.({ ...seen, exchange: { sent: false, cause: "ECONNREFUSED" } });
    witness?.(seen);
    return { outcome: "approved" };
  });
  await evidence.stop();

  expect(answer).toEqual({ outcome: "approved" });
  expect(kept).toMatchObject([
    { issuanceIds: [7], outcome: "ticket", answer: null, failure: "not sent: ECONNREFUSED" },
    { issuanceIds: [7], outcome: "approved", answer: "<Token></Token><a:sign></a:sign>", status: 200, failure: null },
  ]);
});

test("a failing database neither fails the issuance nor lets memory grow without a limit", async () => {
  let away = true;
  let kept = 0;
  const evidence = createExchangeLog(
    async (records) => {
      if (away) throw new Error("the database is away");
      kept += records.length;
    },
    createLog("test", "silent"),
  );
  for (let number = 0; number < 3_000; number++) {
    const answer = await evidence.watch([number], async (witness) => {
      witness?.(seen);
      return { outcome: "approved" };
    });
    expect(answer.outcome).toBe("approved");
  }
  away = false;
  await evidence.stop();
  expect(kept).toBe(1_000);
});

test("an exchange without an issuance is not kept", async () => {
  const kept: ExchangeRecord[] = [];
  const evidence = createExchangeLog(async (records) => void kept.push(...records), createLog("test", "silent"));
  await evidence.watch([], async (witness) => {
    expect(witness).toBeUndefined();
    return { outcome: "known" };
  });
  await evidence.stop();
  expect(kept).toEqual([]);
});
