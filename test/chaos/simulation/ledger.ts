import type { TakenSequence } from "../../../shared/db/sequences.js";
import type { Submission } from "../../../shared/db/submissions.js";
import type { CaeOutcome } from "../../../shared/domain/cae-outcome.js";
import type { AuthorityBooks, Grant } from "./authority.js";
import { type Database, describeRow, isOfSequence, type Row } from "./database.js";
import { contentOf, isSameContent, toAmounts, toBody } from "./sale.js";
import type { World } from "./world.js";

/** Watches both books and says when an invariant of DESIGN.md, section 9, is broken. */
export interface Ledger {
  /** A fenced commit of the issuer changed a row. */
  committed(taken: TakenSequence, row: Row): void;
  writtenAhead(row: Row, together: Row[]): void;
  /** A definitive refusal let the same number be asked for anew with other cents. */
  rewritten(row: Row): void;
  /** A submission is about to lose its number without a voucher. */
  givenUp(row: Row): void;
  approved(row: Row, cae: string, byItsWriter: boolean): void;
  timeCompared(drain: Drain, row: Row): void;
  granted(grant: Grant): void;
  /** A drain is about to ask for numbers; `starts` with the first byte. */
  asks(drain: Drain, submissions: Submission[]): { starts(): void; answered(outcomes: CaeOutcome[]): void };
  /** A caller was told that this revision makes no voucher. */
  denied(row: Row, how: string): void;
}

/** One service of a sequence by one worker, from its taking to its end. */
export interface Drain {
  who: string;
  epoch: number;
  /** When the authority last showed it a voucher. */
  shownAtMs: number;
  /** Numbers that it wrote ahead and did not ask for yet. */
  unsent: Set<number>;
}

/** What a number of ours went through, as only an onlooker knows. */
interface Fate {
  /** Nobody who settles it now can know whether a request of ours was granted. */
  doubtful: boolean;
  /** How far before the write-ahead a voucher may have been processed and still be taken for ours. */
  windowMs: number;
}

const clockMarginMs = 5_000;

export function createLedger(world: World, database: Database, books: AuthorityBooks): Ledger {
  const fates = new Map<string, Fate>();
  const denied = new Map<string, string>();
  const inFlight = new Map<string, number>();

  const fateOf = (id: number, revision: number, number: number | null): Fate => {
    const name = `${id}.${revision}/${number}`;
    const fate = fates.get(name) ?? { doubtful: false, windowMs: clockMarginMs };
    fates.set(name, fate);
    return fate;
  };
  const grantOf = (row: Row) =>
    books.grants.find((one) => one.tag?.issuanceId === row.id && one.tag.revision === row.revision);
  const grantAt = (row: Row) =>
    books.grants.find((one) => one.voucherType === row.sequence.voucherType && one.number === row.number);

  /** A voucher of somebody else that nobody could have told from ours. Source: DESIGN.md, section 3, "Known limit". */
  function isKnownLimit(row: Row, found: Grant, byItsWriter: boolean): boolean {
    const fate = fateOf(row.id, row.revision, row.number);
    const isRecent = found.atMs >= (row.submittedAtMs ?? 0) - fate.windowMs;
    return found.tag === null && isRecent && (fate.doubtful || !byItsWriter);
  }

  return {
    committed(taken, row) {
      const sequence = database.sequences.find((one) => one.id === taken.id);
      if (sequence && sequence.epoch !== taken.epoch)
        world.violate("I5", `a commit about ${describeRow(row)} carries epoch ${taken.epoch}, not ${sequence.epoch}`);
      const last = books.grants.findLast((one) => one.voucherType === row.sequence.voucherType)?.number ?? 0;
      if ((sequence?.lastNumber ?? 0) > last) world.violate("I11", `number ${sequence?.lastNumber} was never granted`);
    },

    writtenAhead(row, together) {
      fates.delete(`${row.id}.${row.revision}/${row.number}`);
      const other = database.rows.find(
        (one) => !together.includes(one) && one.state === "submitted" && isOfSequence(one, row.sequence),
      );
      if (other) world.violate("I4", `${describeRow(row)} while ${describeRow(other)} is unresolved`);
    },

    rewritten(row) {
      fates.delete(`${row.id}.${row.revision}/${row.number}`);
      const granted = grantOf(row);
      if (granted) world.violate("I2", `${describeRow(row)} is split anew, but ${granted.number} was granted to it`);
    },

    givenUp(row) {
      const granted = grantOf(row);
      if (granted) world.violate("I2", `${describeRow(row)} is given up, but ${granted.number} was granted to it`);
    },

    approved(row, cae, byItsWriter) {
      const found = grantAt(row);
      const content = contentOf({ body: toBody(row.key, row.sale), amounts: toAmounts(row.sale, row.rounding) });
      if (!found || found.cae !== cae) return world.violate("I7", `${describeRow(row)} with a code of another voucher`);
      if (!isSameContent(found.content, content))
        return world.violate("I7", `${describeRow(row)}, but its number was granted for other content`);
      if (found.tag?.issuanceId === row.id && found.tag.revision === row.revision) return;
      if (!isKnownLimit(row, found, byItsWriter))
        world.violate(
          "I7",
          `${describeRow(row)} takes the voucher of ${found.tag ? `#${found.tag.issuanceId}` : "another"}`,
        );
    },

    timeCompared(drain, row) {
      const lookedForMs = world.scheduler.nowMs() - drain.shownAtMs;
      fateOf(row.id, row.revision, row.number).windowMs = clockMarginMs + lookedForMs + 1;
    },

    granted({ tag, number }) {
      const row = tag && database.rows.find((one) => one.id === tag.issuanceId);
      if (!tag || !row) return;
      const ofKey = books.grants.filter(
        (one) => one.tag && database.rows.find((other) => other.id === one.tag?.issuanceId)?.key === row.key,
      );
      if (ofKey.length > 1)
        return world.violate("I1", `${row.key} has the vouchers ${ofKey.map((one) => one.number).join(" and ")}`);
      const told = denied.get(`${tag.issuanceId}.${tag.revision}`);
      if (told) return world.violate("I6", `${number} is granted to #${tag.issuanceId}.${tag.revision}, told ${told}`);
      const waits = row.revision === tag.revision && (row.state === "queued" || row.number === number);
      if (!waits)
        world.violate(
          "I2",
          `${number} is granted to #${tag.issuanceId}.${tag.revision}, but the record says ${describeRow(row)}`,
        );
    },

    asks(drain, submissions) {
      const row = database.rows.find((one) => one.id === submissions[0]?.id);
      const asked = submissions.map(({ id, revision, number }) => fateOf(id, revision, number));
      const wereDoubtful = asked.map(({ doubtful }) => doubtful);
      for (const fate of asked) fate.doubtful = true;
      const calls = `${row?.sequence.voucherType}/${drain.epoch}`;
      let started = false;
      return {
        starts() {
          started = true;
          inFlight.set(calls, (inFlight.get(calls) ?? 0) + 1);
          const current = database.sequences.find((one) => one.key.voucherType === row?.sequence.voucherType)?.epoch;
          if (current === drain.epoch && (inFlight.get(calls) ?? 0) > 1)
            world.violate("I5", `two calls at once under epoch ${drain.epoch}`);
        },
        answered(outcomes) {
          if (started) inFlight.set(calls, (inFlight.get(calls) ?? 0) - 1);
          for (const [at, fate] of asked.entries())
            if (outcomes[at]?.outcome !== "unknown") fate.doubtful = wereDoubtful[at] ?? false;
        },
      };
    },

    denied(row, how) {
      denied.set(`${row.id}.${row.revision}`, how);
      const granted = grantOf(row);
      if (granted) world.violate("I6", `${describeRow(row)} is told ${how}, but ${granted.number} was granted to it`);
    },
  };
}
