import type { ReportOutcome } from "../../../issuer/authority/wsfe/report-reply.js";
import type { OpenReport } from "../../../shared/db/contingency/reports.js";
import type { SequenceKey } from "../../../shared/domain/sequence.js";
import { type AuthorityBooks, dateOf, lastReported, type Reported } from "./authority.js";
import { findCode } from "./codes.js";
import { describeKey, isSameSequence } from "./companies.js";
import { furtherIn } from "./further.js";
import type { Ledger } from "./ledger.js";
import { contentOf, shortDocument } from "./sale.js";
import { isAccepted, type Ticket } from "./tickets.js";
import type { World } from "./world.js";

/** What is declared of a voucher under CAEA, by the authority's field names. */
export const reportedContent = ({ declared, caea }: Pick<OpenReport, "declared" | "caea">): Record<string, string> => ({
  ...contentOf(declared),
  CodAutorizacion: caea.code,
});

const lagsMs = { consultLags: [50, 4_000], countLags: [50, 4_000] } as const;

/** Judges one call: takes the vouchers in the order of their numbers, and reads none behind the first that it refuses. */
export function judgeReports(
  world: World,
  books: AuthorityBooks,
  ledger: Ledger,
  key: SequenceKey,
  reports: OpenReport[],
  ticket: Ticket,
): ReportOutcome[] {
  const forAll = (outcome: ReportOutcome) => reports.map(() => outcome);
  const failsInside = world.fault("internalError") ? world.random.pick(["before", "after"]) : undefined;
  const internal: ReportOutcome = { outcome: "unknown", cause: "(501) Error interno" };
  if (failsInside === "before") return forAll(internal);
  if (!isAccepted(books, ticket, key.companyId))
    return forAll({ outcome: "ticket", reasons: [{ code: 600, msg: "ticket" }] });

  const outcomes: ReportOutcome[] = [];
  for (const report of reports) {
    const isOver = outcomes.some(({ outcome }) => outcome !== "reported");
    outcomes.push(isOver ? { outcome: "notProcessed" } : judge(world, books, ledger, key, report));
  }
  return failsInside === "after" ? forAll(internal) : outcomes;
}

function judge(
  world: World,
  books: AuthorityBooks,
  ledger: Ledger,
  key: SequenceKey,
  report: OpenReport,
): ReportOutcome {
  const rejected = (code: number, msg: string): ReportOutcome => ({ outcome: "rejected", reasons: [{ code, msg }] });
  const { number } = report;
  const content = reportedContent(report);
  const date = content["CbteFch"] ?? "";
  const { validFrom = "", validTo = "" } = findCode(report.caea.code) ?? {};
  if (date < validFrom || date > validTo) return rejected(702, "code of another fortnight");
  if (dateOf(books.day) <= validFrom) return { outcome: "notYet", reasons: [{ code: 1414, msg: "first day" }] };
  if (number !== lastReported(books, key) + 1) return { outcome: "lookUp", reasons: [{ code: 703, msg: "number" }] };
  const before = books.reported.findLast(({ sequence }) => isSameSequence(sequence, key));
  if (date < (before?.content["CbteFch"] ?? "")) return rejected(704, "date");
  if (content["DocNro"] === shortDocument) return rejected(1528, "document");
  if (Object.keys(furtherIn(content)).length > 0) return rejected(1100, "further data");
  const name = `${describeKey(key)}/${number}`;
  if (world.fault("refused")) {
    if (world.fault("causeStays")) books.neverReported.add(name);
    return rejected(701, "blocked");
  }
  if (books.neverReported.has(name)) return rejected(701, "blocked");

  const nowMs = world.scheduler.nowMs();
  const lagMs = (fault: keyof typeof lagsMs) => (world.fault(fault) ? world.random.between(...lagsMs[fault]) : 0);
  const entry: Reported = {
    ...{ sequence: key, number, content, atMs: nowMs },
    hiddenUntilMs: nowMs + lagMs("consultLags"),
    uncountedUntilMs: nowMs + lagMs("countLags"),
  };
  books.reported.push(entry);
  world.tell("authority", `takes the report of ${name}`);
  ledger.taken(entry);
  return { outcome: "reported", observations: [] };
}

export function countedReport({ scheduler }: World, { reported }: AuthorityBooks, key: SequenceKey): number {
  const isCounted = (one: Reported) => isSameSequence(one.sequence, key) && one.uncountedUntilMs <= scheduler.nowMs();
  return reported.findLast(isCounted)?.number ?? 0;
}

export const findReport = (
  { scheduler }: World,
  { reported }: AuthorityBooks,
  key: SequenceKey,
  number: number,
): Reported | undefined =>
  reported.find(
    (one) => isSameSequence(one.sequence, key) && one.number === number && one.hiddenUntilMs <= scheduler.nowMs(),
  );

/** Another system reports a voucher of its own. */
export function reportElsewhere({ scheduler, tell }: World, books: AuthorityBooks, sequence: SequenceKey): void {
  const number = lastReported(books, sequence) + 1;
  const content = {
    CbteFch: dateOf(books.day),
    DocNro: "20111111112",
    ImpTotal: "999.00",
    CodAutorizacion: "another",
  };
  books.reported.push({ sequence, number, content, atMs: scheduler.nowMs(), hiddenUntilMs: 0, uncountedUntilMs: 0 });
  tell("authority", `takes the report of ${describeKey(sequence)}/${number} of another system`);
}
