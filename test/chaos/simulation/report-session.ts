import { differingFields } from "../../../issuer/authority/wsfe/equal-content.js";
import type { ReportOutcome } from "../../../issuer/authority/wsfe/report-reply.js";
import type { ReportAuthority, ReportSession } from "../../../issuer/contingency/report-deps.js";
import type { OpenReport } from "../../../shared/db/contingency/reports.js";
import type { SequenceKey } from "../../../shared/domain/sequence.js";
import { authorityClockOf } from "./authority.js";
import type { Drain } from "./ledger.js";
import { exchange } from "./network.js";
import type { Parts } from "./parts.js";
import type { Process } from "./process.js";
import { countedReport, findReport, judgeReports, reportedContent } from "./reported-books.js";
import type { Ticket, Tickets } from "./tickets.js";

/** The authority for reports, as one issuer sees it: a model of issuer/contingency/report-access.ts. */
export function createReportAuthority(
  { world, books, ledger }: Parts,
  process: Process,
  tickets: Tickets,
  drain: Drain,
): ReportAuthority {
  return {
    async open(key) {
      const ticket = await tickets.get();
      return ticket === undefined
        ? { outcome: "unavailable", cause: "no ticket" }
        : { outcome: "open", session: openSession(key, ticket) };
    },
  };

  function openSession(key: SequenceKey, ticket: Ticket): ReportSession {
    const used = tickets.use(ticket, key.companyId);
    const { read } = used;
    const forAll = (reports: OpenReport[], outcome: ReportOutcome) => reports.map(() => outcome);

    return {
      async report(reports, mayStart) {
        const name = reports.map(({ number }) => number).join(", ");
        const numbers = reports.map(({ number }) => number);
        const asked = ledger.reports(drain, key, numbers);
        const exchanged = await exchange(
          world,
          process,
          "send",
          () => judgeReports(world, books, ledger, key, reports, used.ticket()),
          () => {
            if (!mayStart()) return false;
            world.tell(process.name, `reports ${name}`);
            asked.starts();
            return true;
          },
        );
        const outcomes =
          exchanged.outcome === "answered"
            ? exchanged.answer
            : forAll(reports, { outcome: exchanged.outcome, cause: exchanged.cause });
        world.tell(process.name, `reads ${name}: ${outcomes.map(({ outcome }) => outcome).join(", ")}`);
        asked.answered(outcomes);
        return outcomes;
      },

      async lastNumber() {
        const { answer: number } = await read(() => countedReport(world, books, key));
        world.tell(process.name, `asks for the last report: ${number ?? "unknown"}`);
        if (number === undefined) return { outcome: "unknown", cause: "no answer", permanent: false, reasons: [] };
        ledger.reportsLookedUp(key);
        return { outcome: "known", number, authorityTimeMs: authorityClockOf(world, books) };
      },

      async lookUp(report) {
        const { answer: found } = await read(() => ({ one: findReport(world, books, key, report.number) }));
        if (!found) return { outcome: "unknown", cause: "no answer" };
        if (!found.one) return { outcome: "absent" };
        const differences = differingFields(reportedContent(report), found.one.content);
        return { outcome: "found", differences: world.guards.comparesReports ? differences : [], observations: [] };
      },

      renewTicket: async () =>
        (await used.renew()) ? undefined : { kind: "down", services: ["wsfe"], detail: "no ticket" },
    };
  }
}
