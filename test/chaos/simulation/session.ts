import { differingFields, type FieldDifference } from "../../../issuer/authority/wsfe/equal-content.js";
import type { AuthorityAccess, AuthoritySession } from "../../../issuer/issuing/deps.js";
import type { AuthorityProblem } from "../../../shared/domain/authority-problem.js";
import type { CaeOutcome, ConsultOutcome, LastNumberOutcome } from "../../../shared/domain/cae-outcome.js";
import { notAsked } from "../../../shared/domain/issuance-outcome.js";
import type { SequenceKey } from "../../../shared/domain/sequence.js";
import { type AuthorityBooks, authorityClockOf, countedNumber, findShown, judgeAll } from "./authority.js";
import { furtherIn } from "./further.js";
import type { Drain, Ledger } from "./ledger.js";
import { exchange } from "./network.js";
import type { Process } from "./process.js";
import { contentOf } from "./sale.js";
import type { Ticket, Tickets, Unread } from "./tickets.js";
import type { World } from "./world.js";

const notDelegated: AuthorityProblem = { kind: "notDelegated", services: ["wsfe"], detail: "(600)" };
const wsaaIsDown = {
  outcome: "unavailable",
  reason: notAsked({ kind: "down", services: ["wsfe"], detail: "no ticket" }),
  heard: "nothing",
} as const;

/** A first request leaves within this time after its write-ahead. */
const startsWithinMs = 1_000;

/** The authority as one issuer sees it: a model of issuer/authority-access/authority-access.ts and issuer/authority/wsfe/client.ts. */
export function createAccess(
  world: World,
  books: AuthorityBooks,
  ledger: Ledger,
  process: Process,
  tickets: Tickets,
  drain: Drain,
): AuthorityAccess {
  return {
    async open(key) {
      const ticket = await tickets.get();
      return ticket === undefined ? wsaaIsDown : { outcome: "open", session: openSession(key, ticket) };
    },
  };

  function openSession(key: SequenceKey, ticket: Ticket): AuthoritySession {
    const { guards } = world;
    const used = tickets.use(ticket, key.companyId);
    /** Of a mutation: the first send was refused just now, and is not looked up. */
    let isRefusedFirst = false;
    /** The number whose first request was refused with 10016, and the earliest time of that request by the authority's clock. */
    let refused: { number: number; measuredAtMs: number } | undefined;
    const { read } = used;
    /** What its clock shows; of a mutation, as if it were never set back. */
    const heardNow = () =>
      guards.noticesSetBack
        ? authorityClockOf(world, books)
        : authorityClockOf(world, { ...books, clockOffsetMs: books.furthestOffsetMs });
    const silenceOf = ({ cause, heard }: Unread) => ({ cause, heard });

    return {
      async requestCae(submissions, mayStart) {
        const name = submissions.map(({ id, revision, number }) => `#${id}.${revision} at ${number}`).join(", ");
        const asked = ledger.asks(drain, submissions);
        const fromMs = world.scheduler.nowMs();
        // A request that arrives late has the ticket that it was sent with.
        const ticket = used.ticket();
        const tags = submissions.map((submission) => ledger.tagOf(submission));
        const isFirst = submissions.map(({ number }) => drain.unsent.delete(number)).some((unsent) => unsent);
        const exchanged = await exchange(
          world,
          process,
          "send",
          (isRepeated) =>
            judgeAll(
              world,
              books,
              ledger,
              submissions.map((submission, at) => ({
                sequence: key,
                number: submission.number,
                content: contentOf(submission.declared),
                ticket,
                tag: tags[at] ?? null,
              })),
              isRepeated,
            ),
          () => {
            if (guards.startsSoon && !mayStart()) return false;
            world.tell(process.name, `sends ${name}`);
            asked.starts();
            return true;
          },
        );
        const forAll = (outcome: CaeOutcome) => submissions.map(() => outcome);
        const answered: CaeOutcome[] = exchanged.outcome === "answered" ? exchanged.answer : forAll(exchanged);
        const outcomes = answered.map((outcome) =>
          outcome.outcome === "stale" && !guards.noticesSetBack ? { ...outcome, authorityTimeMs: heardNow() } : outcome,
        );
        world.tell(process.name, `reads ${name}: ${outcomes.map(({ outcome }) => outcome).join(", ")}`);
        asked.answered();
        isRefusedFirst = isFirst && outcomes.some(({ outcome }) => outcome === "refused");
        drain.isStaleFirst = isFirst && outcomes.some(({ outcome }) => outcome === "stale");
        outcomes.forEach((outcome, at) => {
          const { number } = submissions[at] ?? {};
          if (!isFirst || number === undefined || outcome.outcome !== "stale" || outcome.authorityTimeMs === null)
            return;
          const elapsedMs = world.scheduler.nowMs() - fromMs + startsWithinMs;
          refused = { number, measuredAtMs: outcome.authorityTimeMs - elapsedMs };
        });
        return outcomes.map((outcome) => misread(world, outcome, isFirst));
      },

      async consult(number): Promise<ConsultOutcome> {
        if (isRefusedFirst && !guards.looksUpRefused) return { outcome: "absent" };
        const found = await read(() => {
          ledger.looked(key, number, refused?.number === number ? refused.measuredAtMs : null);
          const one = findShown(world, books, key, number);
          return { one, nowMs: world.scheduler.nowMs() };
        });
        const { answer } = found;
        world.tell(process.name, `consults ${number}: ${answer ? (answer.one ? "found" : "absent") : "unknown"}`);
        if (found.answer === undefined) return { outcome: "unknown", ...silenceOf(found) };
        if (!found.answer.one) return { outcome: "absent" };
        const { content, cae, processedAtMs } = found.answer.one;
        return {
          outcome: "found",
          voucher: {
            content: drift(world, content),
            numberTo: number,
            cae,
            caeExpirationDate: "20261231",
            voucherDate: content["CbteFch"] ?? "",
            processedAtMs,
            observations: [],
          },
        };
      },

      async lastNumber(): Promise<LastNumberOutcome> {
        const last = await read(() => countedNumber(world, books, key));
        world.tell(process.name, `asks for the last number: ${last.answer ?? "unknown"}`);
        if (last.answer === undefined)
          return {
            outcome: "unknown",
            ...silenceOf(last),
            permanent: false,
            reasons: [],
            ...(last.isAlone && { problem: notDelegated }),
          };
        const authorityTimeMs = heardNow();
        if (refused) refused.measuredAtMs = Math.min(refused.measuredAtMs, authorityTimeMs);
        return { outcome: "known", number: last.answer, authorityTimeMs };
      },

      contentOf: ({ declared }) => contentOf(declared),

      compare({ declared }, found) {
        const other: FieldDifference = { field: "ImpTotal", sent: declared.total, found: "another" };
        if (!guards.keepsNumber || (drain.isStaleFirst && !guards.looksBeforeRenumbering)) return [other];
        const sent = contentOf(declared);
        const isCompared = ({ field }: FieldDifference) =>
          guards.comparesFurther || !(field in furtherIn({ ...sent, ...found }));
        const differences = differingFields(sent, found).filter(isCompared);
        if (!guards.ignoresUndeclared && found["Zona"] !== undefined) differences.push({ field: "Zona", found: "1" });
        if (!guards.comparesFields) return [];
        return differences.length > 0 && !guards.nearIsNotOther ? [other] : differences;
      },

      isListed: () => guards.ticketsExplainNothing && used.ticket().companies.has(key.companyId),
      renewTicket: async () =>
        (await used.renew()) ? undefined : { kind: "down", services: ["wsfe"], detail: "no ticket" },
      explainRefusal: (detail) => ({ kind: "notDelegated", services: ["wsfe"], detail }),
    };
  }
}

/** Makes a look-up leave out, restate or add fields that do not identify the sale. */
function drift(world: World, content: Record<string, string>): Record<string, string> {
  const { DocNro, ...others } = content;
  return {
    ...others,
    ...(world.fault("fieldMissing") || DocNro === undefined ? {} : { DocNro }),
    ...(world.fault("restated") && { AlicIva: "in other words" }),
    ...(world.fault("unknownElement") && { Zona: "1" }),
  };
}

/** Mutations that take an answer for more than it says. */
function misread({ guards }: World, outcome: CaeOutcome, isFirst: boolean): CaeOutcome {
  if (outcome.outcome === "unknown" && !guards.defaultDeny) return { outcome: "rejected", reasons: [] };
  if (outcome.outcome === "unknown" && !guards.unknownIsNotUnsent) return { outcome: "notSent", cause: outcome.cause };
  if (outcome.outcome === "refused" && !guards.refusalWaits) return { ...outcome, outcome: "rejected" };
  if (outcome.outcome === "stale" && !isFirst && !guards.staleDecidesNothing)
    return { outcome: "rejected", reasons: outcome.reasons };
  if (outcome.outcome === "stale" && !guards.measuresRefusals) return { ...outcome, authorityTimeMs: null };
  return outcome;
}
