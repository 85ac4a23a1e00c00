import type { IssuanceStore, IssuerDeps } from "../../../issuer/issuing/deps.js";
import { decide, type OperatorDeps } from "../../../issuer/operator/decide.js";
import type { Decision } from "../../../shared/db/questions/authority-question.js";
import type { SequenceKey } from "../../../shared/domain/sequence.js";
import { grantAt, lastGrant } from "./authority.js";
import { describeKey, isSameSequence } from "./companies.js";
import type { Parts } from "./parts.js";
import type { Process } from "./process.js";
import type { Row } from "./rows.js";

const looksEveryMs = 10_000;

/**
 * A model of the operator: once faults have stopped, it decides every issuance that waits for a decision, by the authority's
 * books. Source: api/admin/README.md, "When a person must decide".
 */
export function startOperator(
  { world, database, books, ledger, contingency }: Parts,
  issuers: () => Process[],
  depsOf: (issuer: Process) => IssuerDeps,
): void {
  const { scheduler, random } = world;

  /** Whose the number is: a real operator finds this out at the authority's portal and in the shop. */
  function decisionOn(row: Row): Decision {
    const grant = grantAt(books, row.sequence, row.number);
    if (!grant) return random.pick(["renumber", "reject"]);
    return grant.tag?.key === row.key && grant.tag.companyId === row.sequence.companyId
      ? "adopt"
      : random.pick(["renumber", "reject"]);
  }

  /** Applies the decision. Gives why the service refused it, if it did. */
  async function say(deps: IssuerDeps, row: Row, decision: Decision): Promise<string | undefined> {
    if (decision === "adopt") ledger.believedByOperator(row);
    const last = lastGrant(books, row.sequence)?.number ?? 0;
    ledger.passedByOperator(row.sequence, decision === "adopt" ? (row.number ?? 1) - 1 : last);
    world.tell("operator", `decides to ${decision} #${row.id}.${row.revision} at ${row.number}`);
    if (decision !== "adopt") importUnexplained(row.sequence);
    const deciding = { issuanceId: row.id, decision, because: "the books" };
    const decided = await decide(
      { ...deps, audited: importing(deps.store, row.sequence) },
      row.sequence,
      deciding,
    ).catch(() => undefined);
    const why = decided?.outcome === "notDecided" ? decided.why : undefined;
    world.tell("operator", why === undefined ? `${decided?.outcome}` : `is refused: ${why}`);
    return why;
  }

  /** As "reconcile --import": what the authority has and we do not, but no number that is written ahead. */
  function importUnexplained(key: SequenceKey, only?: number): void {
    const isKnown = (one: { sequence: SequenceKey; number: number | null }, number: number) =>
      isSameSequence(one.sequence, key) && one.number === number;
    for (const { sequence, number, cae, content, atMs } of books.grants) {
      if (!isSameSequence(sequence, key) || (only ?? number) !== number) continue;
      const isOut = database.rows.some((row) => row.state === "submitted" && isKnown(row, number));
      if (isOut || [...database.vouchers, ...database.imported].some((one) => isKnown(one, number))) continue;
      const { CbteFch: date = "", ImpTotal: total = "" } = content;
      database.imported.push({ sequence, number, cae, caea: false, date, total, createdAtMs: atMs });
      world.tell("operator", `imports ${describeKey(key)}/${number}`);
    }
  }

  /** The commits of a decision: the voucher to which a number is left is imported in the same one. */
  const importing =
    (store: IssuanceStore, key: SequenceKey): OperatorDeps["audited"] =>
    (_record, _by, passed = []) => {
      const keep = <Result>(result: Result): Result => {
        if (result && world.guards.passedAreImported)
          for (const { numberTo } of passed) importUnexplained(key, numberTo);
        return result;
      };
      return {
        ...store,
        settleWithoutVoucher: async (...args) => keep(await store.settleWithoutVoucher(...args)),
        renumber: async (...args) => keep(await store.renumber(...args)),
      };
    };

  async function look(): Promise<void> {
    const [issuer] = issuers();
    const isQuiet = world.travelling === 0;
    for (const row of database.rows.filter(({ why, state }) => isQuiet && why !== null && state === "submitted")) {
      if (!issuer) return;
      const deps = depsOf(issuer);
      const decision = decisionOn(row);
      const why = await say(deps, row, decision);
      // The found voucher equals the sale's own, so the service accepts only "adopt".
      if (why?.includes("adopt it")) await say(deps, row, "adopt");
    }
  }

  /** A failover may have forgotten that a person ended it. */
  function endAgain(): void {
    if (world.faultsGoOn()) return;
    for (const { companyId, byHand } of database.contingencies)
      if (byHand) contingency.endByHand("operator", companyId);
  }

  const again = (): void => {
    endAgain();
    const { faultsEndMs, operatorWaitsMs } = world.circumstances;
    if (scheduler.nowMs() >= faultsEndMs + operatorWaitsMs) void look();
    scheduler.after(looksEveryMs, again);
  };
  scheduler.after(looksEveryMs, again);
}
