import { expect, test } from "vitest";
import { openForFile } from "../../support/open-for-file.js";
import { approvedFate, type Fate, openIssuingApp, refusedFate } from "../../support/processes/issuing-app.js";
import { invoiceB } from "../../support/samples/invoice.js";

const system = await openForFile(openIssuingApp);

const asking = (language: string) => ({ headers: { "accept-language": language } });
const turnedAway = refusedFate("cancelled", { code: "VOUCHER_LOCK_TIMEOUT" });
/** What becomes of a sale in line while a person must say whether the database went back. */
const unknown = refusedFate("failed", { code: "TAXAUTH_UNCONFIRMED" });

async function postWith(fate: Fate, body: unknown, language: string) {
  system.fate = fate;
  const answer = await system.post(body, asking(language));
  system.fate = approvedFate;
  return answer;
}

/** Its outcome stays unknown until a person decides. */
const undecided: Fate = async (db, id) => {
  await db.$executeRaw`
    UPDATE issuance SET state = 'submitted', number = 900, submitted_at = now(), epoch = 1, doubt = 'unconfirmed', operator_reason = 'another total'
    WHERE id = ${id}`;
  return true;
};

/** That a person must decide, that retrying does not help before, and that the same key is to be sent afterwards. */
const told: Record<string, RegExp[]> = {
  en: [/operator/, /does not help before/, /same idempotency key/],
  es: [/quien opera el servicio/, /[Aa]ntes no sirve/, /la misma clave/],
};

function expectTold(answer: Awaited<ReturnType<typeof postWith>>, status: number, language: string): void {
  expect(answer.status, answer.body.error).toBe(status);
  for (const words of told[language] ?? []) expect(answer.body.error).toMatch(words);
  expect(answer.body.error).not.toMatch(/still running|seconds|segundos|Se está emitiendo/);
  const seconds = Number(answer.headers.get("retry-after"));
  expect(seconds, "minutes").toBeGreaterThanOrEqual(120);
  if (status === 429) expect(answer.body.details).toEqual({ retryAfterMs: seconds * 1_000 });
}

test.each(["en", "es"])("a numbering that waits for a person says so to all behind, in %s", async (language) => {
  const posNumber = language === "en" ? 1 : 2;
  const open = invoiceB({ posNumber });
  for (const fate of [undecided, undecided]) expectTold(await postWith(fate, open, language), 409, language);
  // Of one that was made just now, others would be told that another is still running.
  expectTold(await postWith(turnedAway, invoiceB({ posNumber }), language), 429, language);
});

test.each(["en", "es"])(
  "so does a database of which a person must say whether it went back, in %s",
  async (language) => {
    await system.db.$executeRaw`UPDATE watermark_state SET waiting_since = now(), waiting_for = 'a second one'`;
    expectTold(await postWith(turnedAway, invoiceB({ posNumber: 3 }), language), 429, language);
    const held = await postWith(unknown, invoiceB({ posNumber: 3 }), language);
    expectTold(held, 409, language);
    expect(held.body).toMatchObject({
      code: "TAXAUTH_UNCONFIRMED",
      error: expect.stringMatching(/went back|volvió atrás/),
    });
    await system.db.$executeRaw`UPDATE watermark_state SET waiting_since = NULL, waiting_for = NULL`;
    const passing = await postWith(turnedAway, invoiceB({ posNumber: 3 }), language);
    expect([passing.status, Number(passing.headers.get("retry-after")) < 120]).toEqual([429, true]);
    const later = await postWith(unknown, invoiceB({ posNumber: 3 }), language);
    expect([later.status, later.headers.get("retry-after")]).toEqual([409, "5"]);
  },
);
