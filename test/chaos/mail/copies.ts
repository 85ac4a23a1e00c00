import type { ReceivedMail } from "../../support/servers/scripted-smtp.js";

export interface RecipientCopies {
  email: string;
  state: string;
  attempts: number;
  lostAnswers: number;
}

/** How many copies each recipient got, and the violations. */
export interface Copies {
  recipients: number;
  tries: number;
  /** The server's answers to complete messages. */
  told: Record<ReceivedMail["told"], number>;
  once: number;
  moreThanOnce: number;
  /** Copies beyond the first. */
  duplicates: number;
  lostAnswers: number;
  violations: string[];
}

/**
 * Every recipient gets at least one copy, and one more for each lost answer at most. All have the same Message-ID.
 * Source: issuer/README.md, section 9, I9.
 */
export function judgeCopies(
  rows: RecipientCopies[],
  expected: string[],
  received: ReceivedMail[],
  killedAtMs: number[],
): Copies {
  const told = { taken: 0, refused: 0, lost: 0 };
  const arrived = new Map<string, ReceivedMail[]>();
  for (const mail of received) {
    told[mail.told] += 1;
    if (mail.told !== "refused") arrived.set(mail.to, [...(arrived.get(mail.to) ?? []), mail]);
  }
  const violations: string[] = [];
  const noted = new Map(rows.map((row) => [row.email, row]));
  const messageIds = new Set<string>();
  let duplicates = 0;
  for (const email of expected) {
    const copies = arrived.get(email) ?? [];
    const row = noted.get(email);
    const ids = new Set(received.filter(({ to }) => to === email).map(({ messageId }) => messageId));
    if (copies.length === 0) violations.push(`${email} got nothing`);
    if (row?.state !== "sent") violations.push(`${email} is recorded as ${row?.state}`);
    if (copies.length > 1 + (row?.lostAnswers ?? 0))
      violations.push(`${email} got ${copies.length} copies, but only ${row?.lostAnswers} answers were lost`);
    for (const needless of copies.slice(0, -1).filter((copy) => !wasAnswerLost(copy, killedAtMs)))
      violations.push(
        `${email} got another copy, although the server had answered "${needless.told}" to the one before`,
      );
    if (ids.size > 1 || ids.has("")) violations.push(`${email} got the Message-IDs ${[...ids].join(" ")}`);
    if (copies.some(({ email: mail }) => mail.attachments.length !== 1))
      violations.push(`${email} got a copy without exactly one PDF`);
    for (const id of ids) {
      if (messageIds.has(id)) violations.push(`${id} is the Message-ID of two mails`);
      messageIds.add(id);
    }
    duplicates += Math.max(0, copies.length - 1);
  }
  return {
    recipients: expected.length,
    tries: sum(rows.map(({ attempts }) => attempts)),
    told,
    once: expected.filter((email) => arrived.get(email)?.length === 1).length,
    moreThanOnce: expected.filter((email) => (arrived.get(email)?.length ?? 0) > 1).length,
    duplicates,
    lostAnswers: sum(rows.map(({ lostAnswers }) => lostAnswers)),
    violations,
  };
}

const notingMs = 5_000;

/** The server hung up, or the mailer was killed before it could record the answer. */
const wasAnswerLost = ({ told, atMs }: ReceivedMail, killedAtMs: number[]): boolean =>
  told === "lost" || killedAtMs.some((killedMs) => killedMs >= atMs && killedMs <= atMs + notingMs);

const sum = (numbers: number[]) => numbers.reduce((total, number) => total + number, 0);
