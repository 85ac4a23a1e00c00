import type { IssuerDeps } from "../../../issuer/issuing/deps.js";
import { decide } from "../../../issuer/operator/decide.js";
import type { Decision } from "../../../shared/db/questions/authority-question.js";
import { grantAt, lastGrant } from "./authority.js";
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
    const deciding = { issuanceId: row.id, decision, because: "the books" };
    const decided = await decide({ ...deps, audited: () => deps.store }, row.sequence, deciding).catch(() => undefined);
    const why = decided?.outcome === "notDecided" ? decided.why : undefined;
    world.tell("operator", why === undefined ? `${decided?.outcome}` : `is refused: ${why}`);
    return why;
  }

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
