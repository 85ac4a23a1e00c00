import { drawTable } from "../../api/admin/table.js";
import { issueOnce, openSide, type Side } from "./issue-by-statements.js";
import { openBench } from "./open-bench.js";
import { readOptions } from "./options.js";
import { percentile } from "./percentile.js";
import { progressBar } from "./progress-bar.js";
import { describeCircumstances, readCircumstances, writeReport } from "./report.js";

const usage = `npm run bench -- parts [--partitions 16] [--companies 5] [--together 7] [--vouchers 14000] [--turns 200]
  --partitions  of the second database; the first is in one piece
  --companies   that issue, with ten sequences each
  --together    sequences of one statement of the issuer, of the companies in turns
  --vouchers    in each database
  --turns       in how many turns the two databases issue them`;

/** Vouchers of each database before it is measured, so that its plans are those of tables with rows. */
const warmUp = 2_000;

/**
 * Measures what the statements that issue a voucher cost PostgreSQL in partitions by company, beside tables in one piece: the processor time of the
 * connection that runs them, one at a time. The two take short turns, because a machine is not equally fast all the time.
 */
export async function run(args: string[]): Promise<void> {
  const defaults = { partitions: "16", companies: "5", together: "7", vouchers: "14000", turns: "200" };
  const options = readOptions(args, usage, defaults);
  if (!options) return;
  const [partitions] = options.partitions;
  const [together] = options.together;
  const [turns] = options.turns;
  const times = Math.ceil(options.vouchers[0] / together / turns);
  const circumstances = readCircumstances();
  circumstances.versions.redis = "none";
  await using onePiece = await openBench(circumstances, { partitions: undefined });
  await using inParts = await openBench(circumstances, { partitions });
  const sides: [Side, Side] = [
    await openSide(onePiece, options.companies[0]),
    await openSide(inParts, options.companies[0]),
  ];
  for (const side of sides) {
    for (let issued = 0; issued < warmUp; issued += together) await issueOnce(side, together);
    await side.bench.sql("ANALYZE");
    for (let time = 0; time < times; time++) await issueOnce(side, together);
  }

  const onProgress = progressBar("parts", turns);
  const pairs: Pair[] = [];
  for (let turn = 0; turn < turns; turn++) {
    onProgress(turn);
    for (const side of turn % 2 ? sides.toReversed() : sides) {
      side.cpuUs = {};
      for (let time = 0; time < times; time++) await issueOnce(side, together);
    }
    pairs.push([withSum(sides[0].cpuUs), withSum(sides[1].cpuUs)]);
  }
  onProgress(turns);
  for (const side of sides) await side.close();

  const results = Object.keys(pairs[0]?.[0] ?? {}).map((name) => summarise(name, pairs, times * together));
  console.log(
    `\n${describeCircumstances(circumstances)}\nPostgreSQL's processor microseconds for a voucher, median of ${turns} turns\n`,
  );
  console.log(
    drawTable(
      ["statement", "one piece", `${partitions} parts`, "ratio"],
      results.map(({ name, onePieceUs, inPartsUs, ratio }) => [name, onePieceUs, inPartsUs, ratio]),
      "",
    ),
  );
  console.log(`\n${writeReport("parts", circumstances, { options, results })}`);
}

/** Of one turn: the processor time by statement, in one piece and in parts. */
type Pair = [Record<string, number>, Record<string, number>];

const withSum = (us: Record<string, number>) => ({ ...us, all: Object.values(us).reduce((sum, one) => sum + one, 0) });

function summarise(name: string, pairs: Pair[], vouchers: number) {
  const of = (values: number[]) => percentile(values, 0.5);
  const each = (side: 0 | 1) => of(pairs.map((pair) => (pair[side][name] ?? 0) / vouchers)).toFixed(0);
  const ratio = of(pairs.map(([one, other]) => (other[name] ?? 0) / (one[name] ?? 1))).toFixed(2);
  return { name, onePieceUs: each(0), inPartsUs: each(1), ratio };
}
