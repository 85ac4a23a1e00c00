import { setTimeout as delay } from "node:timers/promises";
import type { AuthorityAnswer, AuthorityAsk } from "../../../shared/db/issuer-requests/authority-question.js";
import type { AuthorityProblem } from "../../../shared/domain/authority-problem.js";
import type { RecordedVoucher } from "../../../shared/domain/recorded-voucher.js";
import type { SequenceKey } from "../../../shared/domain/sequence.js";
import type { AskAuthority } from "../../taxauth/ask-authority.js";
import { unavailable } from "../../taxauth/authority-suggestions.js";

export type Lookup =
  | { outcome: "found"; voucher: RecordedVoucher }
  | { outcome: "absent" }
  | { outcome: "unanswered"; cause: string };

/** The questions of a reconciliation to the authority, asked through an issuer. */
export interface AuthorityClient {
  /** `refused`: why the company may not use the sequence; its number is 0 then. @throws ApiError when it cannot be asked */
  lastNumber(key: SequenceKey): Promise<{ number: number; refused: string | null }>;
  /** @throws ApiError when the authority no longer answers */
  lookUp(key: SequenceKey, number: number): Promise<Lookup>;
}

export interface LineOptions {
  requestId: string;
  /** The pauses before the second and the third try. */
  pausesMs?: readonly number[];
}

/** A running issuer takes a question at once. The issuer itself limits how long the authority may take. */
const takenWithinMs = 10_000;
const waitMs = 120_000;
/** So many failures mean that the authority is away, not that single numbers fail. */
const maxFailuresInARow = 8;

export function createAuthorityClient(
  askAuthority: AskAuthority,
  { requestId, pausesMs = [1_000, 4_000] }: LineOptions,
): AuthorityClient {
  let failuresInARow = 0;

  /** Retries unanswered questions. They issue nothing, so asking twice does no harm. */
  async function ask(key: SequenceKey, question: AuthorityAsk): Promise<AuthorityAnswer> {
    for (const pauseMs of pausesMs) {
      const answer = await askAuthority(key, question, { requestId, waitMs, takenWithinMs });
      if (answer.outcome !== "unavailable" || answer.problem.kind !== "down") return answer;
      await delay(pauseMs);
    }
    return askAuthority(key, question, { requestId, waitMs, takenWithinMs });
  }

  return {
    async lastNumber(key) {
      const { posNumber, voucherType } = key;
      const answer = await ask(key, { kind: "lastNumber", posNumber, voucherType });
      if (answer.outcome === "lastNumber") return { number: answer.number, refused: null };
      if (answer.outcome !== "unavailable") throw unexpected(answer);
      if (answer.problem.kind === "request") return { number: 0, refused: answer.problem.detail };
      throw unavailable(answer.problem);
    },

    async lookUp(key, number) {
      const { posNumber, voucherType } = key;
      const answer = await ask(key, { kind: "voucher", posNumber, voucherType, number });
      if (answer.outcome !== "unavailable") failuresInARow = 0;
      if (answer.outcome === "voucher") return { outcome: "found", voucher: answer.voucher };
      if (answer.outcome === "absent") return answer;
      if (answer.outcome !== "unavailable") throw unexpected(answer);
      failuresInARow++;
      return toUnanswered(answer.problem, failuresInARow);
    },
  };
}

function toUnanswered(problem: AuthorityProblem, failuresInARow: number): Lookup {
  if (problem.kind !== "down" || failuresInARow >= maxFailuresInARow) throw unavailable(problem);
  return { outcome: "unanswered", cause: problem.detail };
}

const unexpected = ({ outcome }: AuthorityAnswer) => new Error(`the issuer answered another question: ${outcome}`);
