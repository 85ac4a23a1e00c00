import { adoptNumber } from "../../../issuer/operator/adopt-number.js";
import { decide, type OperatorDeps } from "../../../issuer/operator/decide.js";
import type { DecisionResult } from "../../../issuer/operator/decision-result.js";
import type { Decision } from "../../../shared/db/issuer-requests/authority-question.js";
import type { SequenceKey } from "../../../shared/domain/sequence.js";
import { nameOfNumber, readVoucherName, type VoucherName } from "../../../shared/domain/voucher-name.js";
import { type Grant, grantAt, lastGrant } from "./authority.js";
import { describeKey, isAsked, isSameSequence } from "./companies.js";
import { importSlowly, importVouchers, type Shown } from "./imports.js";
import type { SimulatedOperatorDeps } from "./issuers.js";
import type { Parts } from "./parts.js";
import type { Process } from "./process.js";
import type { Row } from "./rows.js";
import { contentOf, isSameContent, toDeclared } from "./sale.js";
import { verifyNumbering, vouchersOf } from "./store/sequences.js";
import { isVerified } from "./suspicion.js";
import { isTagOf } from "./tags.js";

const looksEveryMs = 10_000;
const actsEveryMs = 3_000;
/** For so long at most an import has its locks. */
const holdsMs = 3_000;

/**
 * A model of the operator: once faults have stopped, it decides every issuance that waits for a decision, by the authority's
 * books, and gives keys the vouchers that the database forgot. Sometimes it takes any equal voucher of ours for the sale's. One that acts
 * does so while faults and callers go on, too, and imports what the authority shows at that moment.
 * Source: api/admin/README.md, "When a person must decide".
 */
export function startOperator(
  { world, database, books, ledger, contingency }: Parts,
  issuers: () => Process[],
  depsOf: (issuer: Process) => SimulatedOperatorDeps,
): void {
  const { scheduler, random } = world;

  /** Whose the number is: a real operator finds this out at the authority's portal and in the shop. */
  function decisionOn(row: Row): Decision {
    const grant = grantAt(books, row.sequence, row.number);
    // Also where another one of its key stands elsewhere: this number was granted to it, and is not given up.
    if (grant && isTagOf(grant.tag, row.sequence.companyId, row.key)) return "adopt";
    return isIssuedElsewhere(row) ? "reject" : random.pick(["renumber", "reject"]);
  }

  /**
   * The vouchers that a refusal names and of which the word is true: they are not the sale's, but for the one that it is to have. A real operator
   * finds it out in the same way.
   */
  const knownBy = ({ sequence, key }: Row, refusal: string, adopted?: number | null): VoucherName[] =>
    [...refusal.matchAll(/--despite (\d+-\d+-\d+)/g)].flatMap(([, text = ""]) => {
      const name = readVoucherName(text);
      if (!name) return [];
      const at = { ...sequence, ...name };
      const granted = grantAt(books, at, name.number);
      const printed = granted ? undefined : ledger.printedAt(at, name.number);
      if (!granted && !printed) return [];
      const isOwn = granted ? isTagOf(granted.tag, sequence.companyId, key) : printed?.key === key;
      const isAdopted = name.number === adopted && isSameSequence(at, sequence);
      return isOwn === isAdopted ? [name] : [];
    });

  /** Says a word, and again with what its refusals name. Gives why it is refused at last: one names what it sees, and the next what is behind it. */
  async function sayNaming(
    row: Row,
    say: (despite: VoucherName[]) => Promise<string | undefined>,
    adopted?: number | null,
  ): Promise<string | undefined> {
    let despite: VoucherName[] = [];
    for (;;) {
      const why = await say(despite);
      const names = despite.map(nameOfNumber);
      const further = knownBy(row, why ?? "", adopted).filter((one) => !names.includes(nameOfNumber(one)));
      if (further.length === 0) return why;
      despite = [...despite, ...further];
    }
  }

  /** The same, and where a number behind may have the voucher of the one that asks for it, leaves it: that one gets it afterwards (`adoptOther`). */
  async function sayWhole(
    row: Row,
    say: (despite: VoucherName[], unseen: boolean) => Promise<string | undefined>,
    adopted?: number | null,
  ): Promise<string | undefined> {
    const why = await sayNaming(row, (despite) => say(despite, false), adopted);
    return why?.includes("With --unseen") ? sayNaming(row, (despite) => say(despite, true), adopted) : why;
  }

  /** Applies the decision. Gives why the service refused it, if it did. */
  async function say(
    deps: SimulatedOperatorDeps,
    row: Row,
    decision: Decision,
    despite: VoucherName[] = [],
    { closesKey = isIssuedElsewhere(row), unseen = false } = {},
  ): Promise<string | undefined> {
    if (decision === "adopt") ledger.believedByOperator(row);
    const last = lastGrant(books, row.sequence)?.number ?? 0;
    ledger.passedByOperator(row.sequence, decision === "adopt" ? (row.number ?? 1) - 1 : last);
    if (decision !== "adopt") importUnexplained(row.sequence);
    const bar = decision === "reject" && closesKey;
    const deciding = { issuanceId: row.id, decision, because: "the books", bar, despite, unseen };
    const decided = decide({ ...deps, audited: importing(deps, row.sequence) }, row.sequence, deciding);
    return tell(`${decision} #${row.id}.${row.revision} at ${row.number}`, decided);
  }

  async function tell(what: string, deciding: Promise<DecisionResult>): Promise<string | undefined> {
    world.tell("operator", `decides to ${what}`);
    const decided = await deciding.catch(() => undefined);
    const why = decided?.outcome === "notDecided" ? decided.why : undefined;
    world.tell("operator", why === undefined ? `${decided?.outcome}` : `is refused: ${why}`);
    return why;
  }

  /** As "reconcile --import": what the authority has and we do not, but no number that is written ahead. */
  const shownOf = (key: SequenceKey, isWanted: (grant: Grant) => boolean): Shown[] =>
    books.grants
      .filter((grant) => isSameSequence(grant.sequence, key) && isWanted(grant))
      .map(({ number, cae, content, atMs }) => {
        const { CbteFch: date = "", ImpTotal: total = "", DocNro: document = "" } = content;
        return { number, cae, caea: false, document, date, total, createdAtMs: atMs };
      });

  const tellImported = (key: SequenceKey) => (numbers: number[]) => {
    ledger.passedByOperator(key, Math.max(0, ...numbers));
    for (const number of numbers) world.tell("operator", `imports ${describeKey(key)}/${number}`);
  };

  function importUnexplained(key: SequenceKey, only?: number): void {
    const shown = shownOf(key, ({ number }) => (only ?? number) === number);
    tellImported(key)(importVouchers(world, database, key, shown, { isTaken: only !== undefined }));
  }

  /** What the authority shows now, in a transaction that has its locks for a while. */
  function importShown(key: SequenceKey): void {
    const shown = shownOf(key, ({ hiddenUntilMs }) => hiddenUntilMs <= scheduler.nowMs());
    if (shown.length === 0 || world.outages.has("database")) return;
    importSlowly(world, database, key, shown, { holdsMs: random.between(0, holdsMs), done: tellImported(key) });
  }

  /** The commits of a decision: the vouchers to which numbers are left are imported in the same one. */
  const importing =
    ({ auditedWith }: SimulatedOperatorDeps, key: SequenceKey): OperatorDeps["audited"] =>
    (_record, _by, passed = []) =>
      auditedWith(() => {
        if (world.guards.passedAreImported) for (const { numberTo } of passed) importUnexplained(key, numberTo);
      });

  const isImported = ({ cae }: Grant) => database.imported.some((one) => one.cae === cae);
  /** The vouchers of ours under other numbers of the row's numbering, or imported under its own. */
  const others = (row: Row): Grant[] =>
    books.grants.filter(
      (one) =>
        one.tag !== null &&
        isSameSequence(one.sequence, row.sequence) &&
        (one.number !== row.number || isImported(one)),
    );
  const isKept = ({ cae }: Grant) => database.vouchers.some((one) => one.cae === cae);

  const ownElsewhere = (row: Row): Grant | undefined =>
    others(row).find((one) => isTagOf(one.tag, row.sequence.companyId, row.key) && !isKept(one));

  /** Under another number, or in another numbering, for which the key was sent in a time that the database forgot. */
  const isIssuedElsewhere = (row: Row): boolean =>
    ownElsewhere(row) !== undefined ||
    books.grants.some(
      (one) =>
        isTagOf(one.tag, row.sequence.companyId, row.key) &&
        !isSameSequence(one.sequence, row.sequence) &&
        !isKept(one),
    );

  /** The voucher of its key that nothing here has; of a careless operator any that equals the sale. */
  function otherNumberOf(row: Row): number | undefined {
    const own = ownElsewhere(row);
    if (own && random.chance(0.7)) return own.number;
    if (!random.chance(0.1)) return undefined;
    const wanted = contentOf(toDeclared(row.sale, row.rounding, row.mapping));
    const equal = others(row).filter(({ content }) => isSameContent(content, wanted));
    return equal.length > 0 ? random.pick(equal).number : undefined;
  }

  /** Gives the row the voucher under another number. False when there is none, or the service refused it. */
  async function adoptOther(deps: OperatorDeps, row: Row): Promise<boolean> {
    const number = otherNumberOf(row);
    if (number === undefined) return false;
    const word = { issuanceId: row.id, number, because: "the books" };
    // Its key may be sent again meanwhile: then the word is about the number that it asks for.
    if (row.number === number || row.number === null) ledger.believedByOperator(row);
    const adopt = (despite: VoucherName[]) =>
      tell(`adopt ${number} for #${row.id}.${row.revision}`, adoptNumber(deps, row.sequence, { ...word, despite }));
    return (await sayNaming(row, adopt, number)) === undefined;
  }

  async function look(): Promise<void> {
    const [issuer] = issuers();
    const isQuiet = world.travelling === 0;
    for (const row of isQuiet ? database.rows.filter(waits) : []) if (issuer) await settle(depsOf(issuer), row);
    for (const row of isQuiet ? database.rows.filter(hasEnded) : []) if (issuer) await adoptOther(depsOf(issuer), row);
  }

  /** As "reconcile --import", which verifies at its end: once faults have stopped, nothing is on its way any more. */
  function verify(): void {
    if (world.travelling > 0 || world.outages.has("database")) return;
    for (const sequence of database.sequences) {
      const { key } = sequence;
      if (!isAsked(world.circumstances, key) || isVerified(database, sequence)) continue;
      ledger.passedByOperator(key, lastGrant(books, key)?.number ?? 0);
      importUnexplained(key);
      // A numbering whose last number nobody asked for is explained by the vouchers that are known.
      const [reached, last] = [sequence.lastNumber ?? 0, lastGrant(books, key)?.number ?? 0];
      const known = vouchersOf(database, key).filter(({ number }) => number > reached && number <= last).length;
      const isExplained = reached + known >= last;
      if (isExplained && verifyNumbering(database, sequence, sequence.lastNumber))
        world.tell("operator", `verifies ${describeKey(key)}`);
    }
  }

  const waits = ({ why, state }: Row): boolean => why !== null && state === "submitted";
  const hasEnded = ({ state }: Row): boolean => ["rejected", "cancelled", "failed"].includes(state);

  async function settle(deps: SimulatedOperatorDeps, row: Row): Promise<void> {
    if (await adoptOther(deps, row)) return;
    const decision = decisionOn(row);
    const adopted = decision === "adopt" ? row.number : undefined;
    const why = await sayWhole(row, (despite, unseen) => say(deps, row, decision, despite, { unseen }), adopted);
    // The found voucher equals the sale's own, so the service accepts only "adopt".
    if (why?.includes("adopt it")) await say(deps, row, "adopt");
    // It shows what the key was sent with before: it is its own, and cannot become the sale of today.
    else if (why?.includes("--reject --bar"))
      await sayWhole(row, (despite, unseen) => say(deps, row, "reject", despite, { closesKey: true, unseen }));
  }

  /** One act while faults go on. What it decides is true at that moment; a request on its way may still be granted. */
  async function act(): Promise<void> {
    const [issuer] = issuers();
    const numberings = database.sequences.filter(({ key }) => isAsked(world.circumstances, key));
    const [waiting, ended] = [database.rows.filter(waits), database.rows.filter(hasEnded)];
    if (numberings.length > 0 && random.chance(0.5)) importShown(random.pick(numberings).key);
    if (!issuer) return;
    if (waiting.length > 0 && random.chance(0.5)) await settle(depsOf(issuer), random.pick(waiting));
    else if (ended.length > 0 && random.chance(0.5)) await adoptOther(depsOf(issuer), random.pick(ended));
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
    if (scheduler.nowMs() >= faultsEndMs + operatorWaitsMs) void look().then(verify);
    scheduler.after(looksEveryMs, again);
  };
  scheduler.after(looksEveryMs, again);

  const actAgain = (): void => {
    if (world.faultsGoOn()) void act();
    scheduler.after(actsEveryMs, actAgain);
  };
  if (world.circumstances.operatorActs) scheduler.after(actsEveryMs, actAgain);
}
