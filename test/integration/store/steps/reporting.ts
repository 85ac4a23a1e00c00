import type { CaeaProblem } from "../../../../shared/db/contingency/problem.js";
import type { ReportChange } from "../../../../shared/db/contingency/reports.js";
import type { Resolution } from "../../../../shared/db/contingency/resolve-report.js";
import { type SaleParts, saleOf, sequenceOf, takingOf } from "../hand.js";
import { seeKeys } from "../seen.js";
import type { Stage } from "../stage.js";

/** Reports, and the world around the database. */
export const reportingSteps = ({ step, idOf }: Stage) => ({
  claimDueReports: (limit = 1_000) =>
    step(`claim ${limit} due reports`, (side) => side.reporting.claimDue(limit), seeKeys),
  readReports: (sequence: string) =>
    step(
      `read the open reports of ${sequence}`,
      async (side, memory) => {
        const open = await side.reporting.readOpen(sequenceOf(sequence));
        memory.reports.set(sequence, open);
        return open;
      },
      (open) =>
        open.map((one) => [
          one.number,
          one.state,
          one.tries,
          Math.round(one.waitMs),
          one.followsReported,
          one.caea.code,
          one.hiddenMs,
        ]),
    ),
  writeReportsAhead: (taker: string, sequence: string, numbers: number[]) =>
    step(`${taker} writes reports ahead: ${numbers.join(", ")}`, (side, memory) =>
      side.reporting.writeAhead(
        takingOf(memory, taker),
        (memory.reports.get(sequence) ?? []).filter(({ number }) => numbers.includes(number)),
      ),
    ),
  recordReports: (taker: string, changes: ReportChange[]) =>
    step(`${taker} records reports: ${JSON.stringify(changes)}`, (side, memory) =>
      side.reporting.record(takingOf(memory, taker), changes),
    ),
  retryReport: (sequence: string, number: number) =>
    step(`report ${sequence}/${number} again`, (side) => side.world.retryReport(sequenceOf(sequence), number)),

  giveReportsBack: (sequence: string) =>
    step(`give ${sequence} back`, (side) => side.reporting.giveBack(sequenceOf(sequence))),
  resolveReport: (taker: string, number: number, resolution: Resolution) =>
    step(`${taker} resolves report ${number}: ${JSON.stringify(resolution)}`, (side, memory) =>
      side.reporting.resolve(takingOf(memory, taker), number, resolution),
    ),
  /** @param fortnight 1 is the one in which a case begins */
  claimUnused: (posNumber: number, fortnight = 1) =>
    step(`claim ${posNumber} as unused in ${fortnight}`, (side) => side.unused.claim(1, posNumber, fortnight)),
  sayUnused: (sequence: string, fortnight = 1) =>
    step(`no missing number of ${sequence} is of ${fortnight}`, (side) =>
      side.unused.say(sequenceOf(sequence), fortnight),
    ),
  recordUnused: (posNumber: number, problem: CaeaProblem | null, fortnight = 1) =>
    step(`record ${posNumber} as ${problem?.code ?? "declared"}`, (side) =>
      side.unused.record(posNumber, fortnight, problem),
    ),

  importVoucher: (
    sequence: string,
    number: number,
    { caea = null, ...parts }: SaleParts & { caea?: string | null } = {},
  ) =>
    step(`import ${sequence}/${number}`, (side) =>
      side.world.importVoucher(sequenceOf(sequence), number, saleOf(sequence, parts), caea),
    ),
  pass: (ms: number) => step(`${ms} ms pass`, (side) => side.world.passMs(ms)),
  verify: (companyId: number, missing = 0) =>
    step(`${missing} are missing of ${companyId}`, (side) => side.world.verify(companyId, missing)),
  bar: (name: string) => step(`close ${name}`, async (side) => side.world.bar(idOf(side, name))),
  copyToStandby: () => step("the standby copies", (side) => side.world.copyToStandby()),
  failOver: () => step("the standby takes over", (side) => side.world.failOver()),
  goBack: () => step("a dump is loaded", (side) => side.world.goBack()),
});
