import { execFile } from "node:child_process";
import { mkdirSync, renameSync, rmSync, writeFileSync } from "node:fs";
import path from "node:path";
import { promisify } from "node:util";
import { afterAll, beforeAll, expect } from "vitest";
import { waitFor } from "../../sandbox/wait-for.js";
import { fromGroup } from "../../support/groups.js";
import type { System } from "../../support/processes/system.js";
import { readPdfText } from "../../support/readers/read-pdf.js";
import { startScriptedSmtp } from "../../support/servers/scripted-smtp.js";
import { endWithoutViolation } from "../ledgers.js";
import { restartWith, reviveAfterCrash } from "./crash.js";
import { faultRow } from "./fault-row.js";
import { expectAgreement, invoiceOf, post, startFaultSystem } from "./fault-system.js";

const run = promisify(execFile);
let system: System;
beforeAll(async () => {
  system = await startFaultSystem({
    processes: ["api", "issuer", "renderer", "mailer"],
    processEnv: { mailer: { MAILER_RETRY_MS: "200" } },
  });
});
afterAll(async () => {
  await endWithoutViolation(system);
});

async function issue(row: number, over: Record<string, unknown> = {}): Promise<number> {
  const answer = await post(system, invoiceOf(row, over));
  expect(answer.status, answer.body.error).toBe(201);
  return answer.body.result.id;
}

const isPrinted = async (id: number) =>
  (await system.request<{ hasPdf: boolean }>(`/invoices/${id}`)).body.result.hasPdf;

const waitForPdf = (id: number) => waitFor(() => isPrinted(id), { message: `the PDF of ${id}`, intervalMs: 100 });

/** Expects one complete PDF that is recorded once. Invariant I9. */
async function expectOnePdf(id: number): Promise<void> {
  const pdf = await system.download(`/invoices/${id}/pdf`);
  expect(pdf.status).toBe(200);
  expect(await readPdfText(pdf.bytes)).toContain("ORIGINAL");
  expect(await system.sql("SELECT versions FROM pdf WHERE voucher_id = $1", [id])).toEqual([{ versions: "1" }]);
}

/** The pids of Chromium: the renderer's child processes and all below them. */
async function browserPids(): Promise<number[]> {
  const { stdout } = await run("ps", ["-A", "-o", "pid=,ppid="]);
  const pairs = stdout
    .trim()
    .split("\n")
    .map((line) => line.trim().split(/\s+/).map(Number));
  const below = (pid: number): number[] =>
    pairs.filter(([, parent]) => parent === pid).flatMap(([child = 0]) => [child, ...below(child)]);
  return below(system.pids().renderer ?? 0);
}

/** Signals all processes of Chromium and gives their pids. */
async function signalBrowser(signal: NodeJS.Signals): Promise<number[]> {
  const pids = await browserPids();
  expect(pids.length).toBeGreaterThan(0);
  sendTo(pids, signal);
  return pids;
}

function sendTo(pids: number[], signal: NodeJS.Signals): void {
  for (const pid of pids) {
    try {
      process.kill(pid, signal);
    } catch {}
  }
}

interface CaughtMail {
  id: number;
  to: string[];
}

const mailsTo = async (address: string) =>
  ((await (await fetch(`${system.mailboxUrl}/messages`)).json()) as CaughtMail[]).filter(({ to }) =>
    to.includes(address),
  );

const recipientState = async (email: string) =>
  (await system.sql<{ state: string }>("SELECT state::text FROM recipient WHERE email = $1", [email]))[0]?.state;

const waitForRecipient = (email: string, state: string) =>
  waitFor(async () => (await recipientState(email)) === state, {
    message: `${email} to be ${state}`,
    intervalMs: 100,
  });

faultRow(
  {
    row: 53,
    fault: "Chromium is killed, or hangs",
    expected: "a new browser prints, and the PDF is 409 until then",
    check: "I9",
  },
  async () => {
    // One that hangs is replaced in the gate's tests of the renderer, too.
    for (const signal of fromGroup("faults", ["SIGKILL", "SIGSTOP"] as const, (one) => one === "SIGKILL")) {
      const signalled = await signalBrowser(signal);
      const id = await issue(53);
      if (signal === "SIGSTOP")
        expect(await system.download(`/invoices/${id}/pdf`)).toMatchObject({
          status: 409,
          body: { code: "PDF_NOT_READY" },
        });
      await waitForPdf(id);
      await expectOnePdf(id);
      // The renderer would end a browser that hangs only later, and the next row kills the renderer before that.
      sendTo(signalled, "SIGKILL");
    }
    await expectAgreement(system, 53);
  },
);

faultRow(
  {
    row: 54,
    fault: "the renderer is killed between the file and its record",
    expected: "the same file is written again, and there is one record",
    check: "I9",
  },
  async () => {
    await restartWith(system, "renderer", "before_pdf_record:kill");
    const id = await issue(54);
    await system.exited("renderer");
    expect(await isPrinted(id)).toBe(false);
    await endWait(id);
    await reviveAfterCrash(system, "renderer");
    await waitForPdf(id);
    await expectOnePdf(id);
    await expectAgreement(system, 54);
  },
);

/** Ends the wait after the try that a dead renderer left behind, as if its 30 seconds had passed. */
async function endWait(id: number): Promise<void> {
  const ended = await system.sql(
    "UPDATE print_attempt SET due_at = now() - interval '1 second' WHERE voucher_id = $1 RETURNING attempt_count AS tries",
    [id],
  );
  expect(ended).toEqual([{ tries: 1 }]);
}

faultRow(
  {
    row: 55,
    fault: "the PDF storage accepts no files",
    expected: "it is retried until it does, and issuing goes on",
    check: "I9 I10",
  },
  async () => {
    const folder = path.join(path.dirname(system.logFile("renderer")), "pdf");
    mkdirSync(folder, { recursive: true });
    renameSync(folder, `${folder}-away`);
    writeFileSync(folder, "");
    const id = await issue(55);
    expect(await issue(55)).toBeGreaterThan(id);
    await waitFor(async () => (await failedPdfs()) > 0, { message: "a PDF that was not stored" });
    expect(await isPrinted(id)).toBe(false);

    rmSync(folder);
    renameSync(`${folder}-away`, folder);
    await waitForPdf(id);
    await expectOnePdf(id);
    // A stored PDF whose file is lost is printed again when it is requested.
    rmSync(folder, { recursive: true });
    // Until it is printed a download is a 409.
    const isThere = async () => (await system.download(`/invoices/${id}/pdf`)).status === 200;
    await waitFor(isThere, { message: "the PDF to be printed again", intervalMs: 100 });
    await expectOnePdf(id);
    await expectAgreement(system, 55);
  },
);

async function failedPdfs(): Promise<number> {
  const metrics = await (await fetch(`${system.originOf("renderer")}/metrics`)).text();
  return Number(/^talonario_pdf_failures_total (\d+)/m.exec(metrics)?.[1] ?? 0);
}

faultRow(
  {
    row: 56,
    fault: "the SMTP server's answer to a message is lost, or the mailer is killed before it records one",
    expected: "the mail is sent again with the same Message-ID",
    check: "I9",
  },
  async () => {
    const lost = "answer-lost@example.com";
    // The end of a message in SMTP.
    system.proxies.of("mailer", "smtp").strike({ match: "\r\n.\r\n", lose: "answer" });
    await issue(56, { emails: [{ email: lost }] });
    await waitForRecipient(lost, "sent");

    const killed = "mailer-killed@example.com";
    await restartWith(system, "mailer", "after_mail:kill");
    await issue(56, { emails: [{ email: killed }] });
    await reviveAfterCrash(system, "mailer");
    await waitForRecipient(killed, "sent");

    for (const address of [lost, killed]) {
      expect(await lostAnswers(address), address).toBe(1);
      const mails = await mailsTo(address);
      expect(mails.length, address).toBeGreaterThanOrEqual(2);
      const ids = await Promise.all(mails.map(async ({ id }) => messageIdOf(id)));
      expect(new Set(ids).size).toBe(1);
      expect(ids[0]).toMatch(/@/);
    }
    await expectAgreement(system, 56);
  },
);

const lostAnswers = async (email: string) =>
  (await system.sql<{ lost: number }>("SELECT unknown_outcomes AS lost FROM recipient WHERE email = $1", [email]))[0]
    ?.lost;

async function messageIdOf(id: number): Promise<string | undefined> {
  const source = await (await fetch(`${system.mailboxUrl}/messages/${id}/source`)).text();
  return /^Message-ID: (.*)$/im.exec(source)?.[1]?.trim();
}

faultRow(
  {
    row: 57,
    fault: "the SMTP server answers 4xx or 5xx",
    expected: "4xx is retried, and 5xx is final",
    check: "I9",
  },
  async () => {
    const answers = [451, 452];
    const server = await startScriptedSmtp((address) => {
      if (address.startsWith("unknown")) return { refuse: 550, at: "rcpt" };
      if (address.startsWith("unwanted")) return { refuse: 554, at: "data" };
      const refuse = answers.shift();
      return refuse === undefined ? undefined : { refuse, at: refuse === 451 ? "rcpt" : "data" };
    });
    await system.kill("mailer");
    await system.start("mailer", { SMTP_URL: server.url });

    const names = ["busy", "unknown", "unwanted"];
    const id = await issue(57, { emails: names.map((name) => ({ email: `${name}@example.com` })) });
    await waitForRecipient("unknown@example.com", "failed");
    await waitForRecipient("unwanted@example.com", "failed");
    await waitForRecipient("busy@example.com", "sent");
    expect(answers).toEqual([]);
    expect(server.received.filter(({ told }) => told === "taken").map(({ to }) => to)).toEqual(["busy@example.com"]);
    const { emails } = (await system.request<{ emails: unknown[] }>(`/invoices/${id}`)).body.result;
    expect(emails).toMatchObject([
      { state: "sent", smtpResponse: expect.stringMatching(/^250/) },
      { state: "failed", smtpResponse: expect.stringMatching(/^550/) },
      { state: "failed", smtpResponse: expect.stringMatching(/^554/) },
    ]);
    await server.close();
    await expectAgreement(system, 57);
  },
);
