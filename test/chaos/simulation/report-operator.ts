import { checkStatement } from "../../../api/admin/check-statement.js";
import type { ReportAuthority } from "../../../issuer/contingency/report-deps.js";
import { type ReportOperatorDeps, resolveReport } from "../../../issuer/operator/resolve-report.js";
import type { SequenceKey } from "../../../shared/domain/sequence.js";
import { dateOf, lastReported } from "./authority.js";
import { describeKey, isAsked } from "./companies.js";
import { beginIncarnation } from "./histories.js";
import { importPrinted } from "./import-printed.js";
import type { Parts } from "./parts.js";
import type { Process } from "./process.js";
import { countedReport, findReport, reportedContent } from "./reported-books.js";
import type { ReportRow, SequenceRow } from "./rows.js";
import { retryReport } from "./store/reporting.js";
import { holesThere, lastThere, missUntil } from "./store/sequences.js";
import type { World } from "./world.js";

const looksEveryMs = 10_000;

/** A voucher as the shop has it on paper. */
interface Printed {
  number: number;
  code: string;
  declared: ReportRow["declared"];
}

/** The authority as the operator's command sees it. */
export const asOperatorSees = ({ guards }: World, authority: ReportAuthority): ReportAuthority => ({
  async open(key) {
    const opened = await authority.open(key);
    if (opened.outcome !== "open") return opened;
    const { session } = opened;
    if (!guards.looksBeforeGivingUp)
      return {
        outcome: "open",
        session: {
          ...session,
          lookUp: async () => ({ outcome: "absent" }),
          lastNumber: async () => ({ outcome: "known", number: 0, authorityTimeMs: null }),
        },
      };
    if (guards.comparesAdopted) return opened;
    return {
      outcome: "open",
      session: {
        ...session,
        async lookUp(report) {
          const found = await session.lookUp(report);
          return found.outcome === "found" ? { ...found, differences: [] } : found;
        },
      },
    };
  },
});

/**
 * A model of the operator of contingencies: mends what can be mended and has it reported again, says the last word about other
 * reports, and says after a failover which vouchers were the last. Source: api/admin/README.md, "Contingencies".
 */
export function startReportOperator(
  parts: Parts,
  issuers: () => Process[],
  depsOf: (issuer: Process) => ReportOperatorDeps,
): void {
  const { world, database, books, ledger } = parts;
  const { scheduler, random, circumstances } = world;
  const { mode, faultsEndMs, operatorWaitsMs } = circumstances;
  /** Those that were reported again. What is refused twice is not mended. */
  const tried = new Set<number>();

  /** Mends the cause, and has it reported again. */
  function reportAgain(report: ReportRow): void {
    if (!retryReport(report, database.clockMs())) return;
    tried.add(report.voucherId);
    world.tell("operator", `has ${describeKey(report.sequence)}/${report.number} reported again`);
  }

  /** A cause that nobody can mend: its number, or what was printed, or one that was not mended before. */
  const isLost = ({ errors, voucherId }: ReportRow) =>
    tried.has(voucherId) || errors.some(({ code }) => code === 703 || code === 1528 || code === 704);

  /** What the authority shows is adopted, and what it lacks is given up, with those behind it where it takes none of them. */
  async function sayLastWord(
    deps: ReportOperatorDeps,
    { sequence, voucherId, number, state }: ReportRow,
  ): Promise<void> {
    const say = async (decision: "adopt" | "giveUp", andBehind = false) => {
      const word = { voucherId, decision, andBehind, because: "the books" };
      const decided = await resolveReport(deps, sequence, word).catch(() => undefined);
      const why = decided?.outcome === "notDecided" ? decided.why : undefined;
      world.tell(
        "operator",
        `${decision} ${describeKey(sequence)}/${number}: ${why ?? decided?.outcome ?? "no answer"}`,
      );
      return why;
    };
    if (state === "givenUp" || random.chance(0.5)) {
      const why = await say("adopt");
      if (why === undefined || state === "givenUp") return;
    }
    const why = await say("giveUp", random.chance(0.7));
    if (why?.includes("adopt it")) await say("adopt");
    if (why?.includes("can take them")) await say("giveUp");
  }

  async function decide(): Promise<void> {
    for (const report of database.reports.filter(({ state, isGap }) => state === "rejected" || isGap)) {
      const [issuer] = issuers();
      const wantsAgain = report.state === "rejected" && (isLost(report) ? random.chance(0.1) : random.chance(0.7));
      if (report.state === "rejected" && random.chance(0.2)) reportElsewhereToo(report);
      if (wantsAgain) reportAgain(report);
      else if (issuer) await sayLastWord(depsOf(issuer), report);
    }
  }

  /** From what was printed, at the authority's portal: it takes the next number alone. */
  function reportByHand(key: SequenceKey, { number, declared, code }: Printed): void {
    if (number !== lastReported(books, key) + 1 || books.neverReported.has(`${describeKey(key)}/${number}`)) return;
    const content = reportedContent({ declared, caea: { code, validFrom: "" } });
    const atMs = scheduler.nowMs();
    books.reported.push({ sequence: key, number, content, atMs, hiddenUntilMs: 0, uncountedUntilMs: 0 });
    world.tell("operator", `reports the printed ${describeKey(key)}/${number} elsewhere`);
  }

  const reportElsewhereToo = ({ sequence, number, declared, caea: { code } }: ReportRow) =>
    reportByHand(sequence, { number, declared, code });

  /** What the database forgot. */
  function reportMissing(key: SequenceKey): void {
    for (const one of ledger.missingFrom(key, lastReported(books, key) + 1)) reportByHand(key, one);
  }

  /** Some look at nothing and say yes. Where the authority has more than we, that is not believed. */
  function verify(sequence: SequenceRow): void {
    const { key } = sequence;
    if (sequence.lastNumber === null) return;
    if (ledger.missingFrom(key, 1).length > 1 && random.chance(0.5)) reportMissing(key);
    importPrinted(parts, key);
    const { lastNumber, lastDate } = lastThere(database, sequence);
    const number = countedReport(world, books, key);
    const date = findReport(world, books, key, number)?.content["CbteFch"] ?? null;
    const last = Math.max(ledger.lastIssued(key), number);
    const isCareless = number > lastNumber && random.chance(0.3);
    const given = last > lastNumber && !isCareless ? { number: last, date: null } : undefined;
    const { posNumber, voucherType } = key;
    const holes = holesThere(database, sequence);
    const own = { posNumber, voucherType, lastNumber, lastDate, verified: false, holes };
    const judged = checkStatement(own, { number, date }, given, dateOf(books.day));
    const name = describeKey(key);
    if ("refused" in judged) {
      world.tell("operator", `is refused: ${judged.refused}`);
      return;
    }
    const { word, missing } = judged;
    beginIncarnation(parts, "operator");
    missUntil(parts, sequence, word.lastNumber);
    const latest = [lastDate ?? "", word.lastDate ?? ""].sort().at(-1) || null;
    Object.assign(sequence, { unverified: false, timeline: database.timeline, lastDate: latest });
    if (given) ledger.knownBefore(key, word.lastNumber);
    for (const { from, to } of missing) world.tell("operator", `says that ${from} to ${to} of ${name} are missing`);
    if (missing.length === 0) world.tell("operator", `says that no voucher of ${name} under CAEA is missing`);
    if (missing.length > 0 && random.chance(0.5)) reportMissing(key);
  }

  const verifyAll = () => {
    for (const sequence of database.sequences.filter(({ key }) => !isAsked(circumstances, key)))
      if (sequence.unverified || sequence.timeline !== database.timeline) verify(sequence);
  };

  /** One who is late does nothing before. */
  const beginsAtMs = operatorWaitsMs === 0 ? 0 : operatorWaitsMs + (mode === "liveness" ? faultsEndMs : 0);
  const again = (): void => {
    scheduler.after(looksEveryMs, again);
    if (scheduler.nowMs() < beginsAtMs) return;
    if (random.chance(0.5) || !world.faultsGoOn()) void decide();
    if (random.chance(0.5)) verifyAll();
  };
  scheduler.after(looksEveryMs, again);
}
