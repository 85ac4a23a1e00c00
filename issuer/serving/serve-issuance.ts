import type { IssuanceJobView } from "../../shared/db/issuing/issuance-jobs.js";
import type { DataOf, ResultOf } from "../../shared/queues/define-queue.js";
import { BusyError } from "../../shared/queues/errors.js";
import { type issuanceQueue, sequenceName } from "../../shared/queues/issuance.js";
import type { JobInHand } from "../../shared/queues/serve.js";
import { failOverQueue } from "../contingency/fail-over-queue.js";
import { showCommand } from "../issuing/call-operator.js";
import type { IssuerDeps } from "../issuing/deps.js";
import { type DrainResult, drainSequence } from "../issuing/drain-queue.js";
import type { TimeSlice } from "../issuing/time-sliced-semaphore.js";

/**
 * How long a job is delayed while another job serves its sequence. That job serves the whole line, so this one usually returns
 * only to report its result. The sweep wakes a sequence that no job serves.
 */
const stepAsideMs = (attempt: number) => Math.min(1_000 * 2 ** (attempt - 1), 8_000);
const closedRetryMs = 15_000;

type Data = DataOf<typeof issuanceQueue>;
type Result = ResultOf<typeof issuanceQueue>;

/**
 * Serves one job of the issuance queue. The first job that finds its sequence free serves the whole line. A job whose issuance
 * is settled returns its result. A job whose issuance is open is delayed and runs again. A wake-up job ends with what it found, and
 * the sweep adds a new one; it is delayed only while it finds no place to run in. Only a job that runs again checks for a result before it drains.
 *
 * What a contingency issues under CAEA waits for no place: those may all be held by calls to an authority that does not answer.
 * @param inPlace runs the work in one of the places for drains
 */
export async function serveIssuance(
  deps: IssuerDeps,
  findView: (issuanceId: number) => Promise<IssuanceJobView | undefined>,
  { sequence, issuance }: Data,
  { attempt, note }: Pick<JobInHand, "attempt" | "note">,
  inPlace: (work: (turn: TimeSlice) => Promise<DrainResult>) => Promise<DrainResult>,
): Promise<Result> {
  const moved = await failOverQueue(deps, sequence);
  const before = attempt === 1 && moved === 0 ? undefined : await settledResult(findView, issuance);
  if (before && "state" in before) return before;

  const drained = await inPlace((turn) => drainSequence(deps, sequence, turn));
  // The contingency may have begun meanwhile, or what was refused may move now.
  await failOverQueue(deps, sequence);
  const after = drained === "busy" ? undefined : await settledResult(findView, issuance);
  if (after && "state" in after) return after;
  if (drained === "closed")
    note(after?.waitsFor ?? `${sequenceName(sequence)} is closed: a number is unresolved, or the authority is away`);

  const waitMs = drained === "closed" ? closedRetryMs : stepAsideMs(attempt);
  if (issuance) throw new BusyError(`${sequenceName(sequence)} is ${drained}`, waitMs);
  return withoutView(drained);
}

/** The result of a settled issuance, or why an operator must decide. Undefined when it is open and needs no operator. */
async function settledResult(
  findView: (issuanceId: number) => Promise<IssuanceJobView | undefined>,
  issuance: Data["issuance"],
): Promise<Result | { waitsFor: string } | undefined> {
  if (!issuance) return undefined;
  const view = await findView(issuance.id);
  if (!view || view.revision !== issuance.revision) return withoutView("superseded");
  if (view.operator) {
    const { why, companyCode } = view.operator;
    return { waitsFor: `an operator must decide: ${why}\n${showCommand(issuance.id, companyCode)}` };
  }
  if (view.state === "queued" || view.state === "submitted") return undefined;
  const { state, voucherNumber, detail, history } = view;
  return { state, voucherNumber, detail, history };
}

const withoutView = (state: string): Result => ({ state, voucherNumber: null, detail: null, history: [] });
