import type { ReportOutcome } from "../../../issuer/authority/wsfe/report-reply.js";
import type { OwnedSequence } from "../../../shared/db/issuing/sequences.js";
import type { Declaration } from "../../../shared/domain/declaration.js";
import { isReportable } from "../../../shared/domain/fortnight.js";
import type { SequenceKey } from "../../../shared/domain/sequence.js";
import { type AuthorityBooks, type Reported, timeOf } from "./authority.js";
import { describeKey, distinctKeys, isSameSequence } from "./companies.js";
import type { Database } from "./database.js";
import type { Drain } from "./ledger.js";
import { reportedContent } from "./reported-books.js";
import type { ReportRow } from "./rows.js";
import { contentOf, isSameContent } from "./sale.js";
import type { World } from "./world.js";

/** Watches the reports of vouchers under CAEA, for I5 and I19 of issuer/README.md, section 9. */
export interface ReportLedger {
  /** Call before these are marked as sent. */
  reportsWrittenAhead(taken: OwnedSequence, rows: ReportRow[]): void;
  reportsRecorded(taken: OwnedSequence): void;
  /** A report is about to be sent. Call `starts` at the first byte. */
  reports(
    drain: Drain,
    key: SequenceKey,
    numbers: number[],
  ): { starts(): void; answered(outcomes: ReportOutcome[]): void };
  /** The authority told its last number, so everything that was sent before is looked up. */
  reportsLookedUp(key: SequenceKey): void;
  /** The authority takes a report. */
  taken(entry: Reported): void;
  /** A row says that its voucher is reported. */
  reported(row: ReportRow): void;
  /** An operator is about to give a report up. @param lookedAtMs when the look at the authority began */
  gaveUpReport(row: ReportRow, lookedAtMs: number): void;
  /** A write-ahead may be forgotten. Then the report goes again, and the authority refuses its number. */
  reportsForgotten(): void;
  /** The first voucher that is neither reported nor too early, nor waits for a person where those may wait. */
  firstUnreported(mayWait?: boolean): ReportRow | undefined;
}

export function createReportLedger(
  world: World,
  database: Database,
  books: AuthorityBooks,
  findIssued: (key: SequenceKey, number: number) => Declaration | undefined,
): ReportLedger {
  const inFlight = new Map<string, number>();
  /** Numbers that were sent, and nobody has learnt yet what became of them. */
  const open = new Set<string>();

  const nameOf = (key: SequenceKey, number: number) => `${describeKey(key)}/${number}`;

  function fenced({ key, epoch, token, id }: OwnedSequence): void {
    const sequence = database.sequences.find((one) => one.id === id);
    if (sequence?.epoch !== epoch || sequence.token !== token || sequence.timeline !== database.timeline)
      world.violate("I5", `a commit about reports of ${describeKey(key)} carries epoch ${epoch}`);
  }

  return {
    reportsWrittenAhead(taken, rows) {
      fenced(taken);
      const last = Math.max(...rows.map(({ number }) => number));
      const rejected = database.reports.find(
        ({ sequence, number, state }) => isSameSequence(sequence, taken.key) && number <= last && state === "rejected",
      );
      if (rejected) world.violate("I19", `${rejected.number} is rejected, and yet reports up to ${last} go`);
    },

    reportsRecorded: fenced,

    reports(drain, key, numbers) {
      const calls = `${describeKey(key)}/${drain.epoch}/${drain.token}`;
      let started = false;
      return {
        starts() {
          started = true;
          inFlight.set(calls, (inFlight.get(calls) ?? 0) + 1);
          const current = database.sequences.find((one) => isSameSequence(one.key, key));
          if (current?.epoch !== drain.epoch || current.token !== drain.token) return;
          // A failover may have forgotten the write-ahead since.
          if (current.timeline !== database.timeline) return;
          if ((inFlight.get(calls) ?? 0) > 1) world.violate("I19", `two reports at once under epoch ${drain.epoch}`);
          for (const number of numbers) {
            const name = nameOf(key, number);
            if (open.has(name)) world.violate("I19", `${name} is sent again, and was not looked up`);
            open.add(name);
            const row = database.reports.find((one) => isSameSequence(one.sequence, key) && one.number === number);
            if (row?.state !== "sent") world.violate("I19", `${name} is sent, and was not written ahead`);
          }
        },
        answered(outcomes) {
          if (!started) return;
          inFlight.set(calls, (inFlight.get(calls) ?? 0) - 1);
          for (const [at, { outcome }] of outcomes.entries())
            if (outcome !== "unknown") open.delete(nameOf(key, numbers[at] ?? 0));
        },
      };
    },

    reportsLookedUp(key) {
      for (const name of open) if (name.startsWith(`${describeKey(key)}/`)) open.delete(name);
    },

    taken({ sequence, number, content }) {
      const issued = findIssued(sequence, number);
      if (!issued) return world.violate("I19", `${nameOf(sequence, number)} is reported, and was not issued`);
      if (!isSameContent(content, contentOf(issued)))
        world.violate("I19", `${nameOf(sequence, number)} is reported with other content`);
    },

    reported(row) {
      const entry = books.reported.find(
        (one) => isSameSequence(one.sequence, row.sequence) && one.number === row.number,
      );
      const ours = reportedContent(row);
      const isOurs = entry && Object.keys(ours).every((field) => entry.content[field] === ours[field]);
      if (!isOurs) world.violate("I19", `${nameOf(row.sequence, row.number)} counts as reported, and is not`);
    },

    gaveUpReport({ sequence, number, declared, caea }, lookedAtMs) {
      const ours = reportedContent({ declared, caea });
      const isShown = books.reported.some(
        (one) =>
          isSameSequence(one.sequence, sequence) &&
          one.number === number &&
          Object.keys(ours).every((field) => one.content[field] === ours[field]) &&
          Math.max(one.atMs, one.hiddenUntilMs, one.uncountedUntilMs) <= lookedAtMs,
      );
      if (isShown) world.violate("I19", `${nameOf(sequence, number)} is given up, and the authority shows it`);
    },

    reportsForgotten: () => open.clear(),

    firstUnreported(mayWait = false) {
      const nowMs = timeOf(books);
      for (const key of distinctKeys(database.reports.map(({ sequence }) => sequence))) {
        const [head] = database.reports
          .filter((one) => isSameSequence(one.sequence, key) && one.state !== "reported" && one.state !== "givenUp")
          .sort((a, b) => a.number - b.number);
        if (head && isReportable(head.caea, nowMs) && !(mayWait && head.state === "rejected")) return head;
      }
      return undefined;
    },
  };
}
