import { expect } from "vitest";
import { writeReport } from "../chaos/webhooks/report.js";
import { stormWebhooks } from "../chaos/webhooks/storm.js";
import { testOf } from "../support/groups.js";
import { startSystem } from "../support/processes/system.js";

testOf(
  "faults",
  "through killed mailers and issuers, the loss of Redis and undone commits each event of the ledger is told to each living endpoint under one id, and nothing else is",
  async () => {
    const seed = Math.floor(Math.random() * 1_000_000);
    const result = await stormWebhooks(startSystem, { seed, kills: { mailers: 3, issuers: 2 }, isHurried: true });
    console.log(`seed ${seed}\n${writeReport(result)}`);
    expect(result.violations).toEqual([]);
    // Without these the test would say nothing about them.
    for (const name of ["issued", "pdf_ready", "unconfirmed", "settled", "imported"])
      expect(result.events.get(`invoice.${name}`)).toBeGreaterThan(0);
  },
);
