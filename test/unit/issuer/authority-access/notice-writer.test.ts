import { expect, test, vi } from "vitest";
import { createNoticeWriter } from "../../../../issuer/authority-access/notice-writer.js";
import type { HeardNotice } from "../../../../shared/db/company/notices.js";
import { createLog } from "../../../../shared/logging/log.js";

const heard = (code: number, message = "Aviso"): HeardNotice => ({
  ...{ cuit: "30712345671", production: true, service: "wsfe" },
  ...{ code, message },
});

async function listen(
  save: (all: HeardNotice[]) => Promise<void>,
  hear: (notices: ReturnType<typeof createNoticeWriter>) => void,
) {
  const notices = createNoticeWriter(save, createLog("test", "silent"), () => nowMs);
  hear(notices);
  await notices.stop();
}
let nowMs = 0;

test("each text is written once, however often it comes", async () => {
  const save = vi.fn(async () => undefined);
  await listen(save, ({ hear }) => {
    for (let answer = 0; answer < 1_000; answer += 1) hear(heard(41));
    hear(heard(41, "Otro"));
    hear({ ...heard(41), production: false });
  });
  expect(save.mock.calls).toEqual([[[heard(41), heard(41, "Otro"), { ...heard(41), production: false }]]]);
});

test("a text that goes on coming is written again after ten minutes, and one that was not written at its next coming", async () => {
  const saved: HeardNotice[][] = [];
  let fails = true;
  const notices = createNoticeWriter(
    async (all) => {
      if (fails) throw new Error("the database is away");
      saved.push(all);
    },
    createLog("test", "silent"),
    () => nowMs,
  );
  const flush = () => vi.waitFor(() => expect(saved.length).toBeGreaterThan(0), { timeout: 5_000 });
  notices.hear(heard(41));
  await new Promise((resolve) => setImmediate(resolve));
  fails = false;
  await vi.waitFor(() => {
    notices.hear(heard(41));
    expect(saved).toEqual([[heard(41)]]);
  }, 10_000);
  await flush();
  nowMs += 9 * 60_000;
  notices.hear(heard(41));
  nowMs += 60_000;
  notices.hear(heard(41));
  await notices.stop();
  expect(saved).toEqual([[heard(41)], [heard(41)]]);
});
