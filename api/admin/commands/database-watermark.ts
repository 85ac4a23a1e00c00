import { type Command, Option } from "commander";
import { readEnvironment } from "../../../shared/config/config.js";
import { declareRestored, discardWatermarks } from "../../operations/declare-restored.js";
import { usableConfig } from "../config.js";
import type { JudgedWatermark, WatermarkPlaces } from "../look-at-watermarks.js";
import { notDone } from "../not-done.js";
import { addVerb } from "../options.js";
import { adminOf, type CommandContext, type CommandOutput, type RunCommand } from "../perform.js";
import { reason } from "../reason.js";
import { drawTable } from "../table.js";
import { isWrong, whyNotDiscard } from "../why-not-discard.js";

interface WatermarkOptions {
  discard?: true;
  renew?: true;
  because?: string;
}

/** An operator's decision about the watermarks outside the database: whether they are wrong, and how one knows. */
interface Word {
  isDiscarded: boolean;
  because: string;
}

/** `database watermark`. Source: api/admin/README.md, "When a watermark waits for you". */
export function addWatermarkCommand(database: Command, perform: RunCommand): void {
  addVerb(
    database,
    "watermark",
    "what is kept outside the database of how far it had got, and what a person makes of it",
  )
    .addOption(
      new Option("--discard", "they are wrong: issuing goes on, and ours are written over them").conflicts("renew"),
    )
    .addOption(new Option("--renew", "the database did go back: as `database restored`"))
    .option("--because <text>", "needed with both: how you know, for the audit log", reason)
    .action(({ discard, renew, because }: WatermarkOptions, command: Command) => {
      if (!discard && !renew) return perform(show);
      if (because === undefined) command.error("error: say how you know, for the audit log, with '--because <text>'");
      return perform((office) => decide(office, { isDiscarded: discard === true, because }));
    });
}

function readPlaces(): WatermarkPlaces {
  const read = readEnvironment(usableConfig);
  return "faults" in read ? {} : read.config;
}

async function look({ db }: CommandContext, places: WatermarkPlaces) {
  // Imported only here: a static import would slow down every other command.
  const { lookAtWatermarks } = await import("../look-at-watermarks.js");
  return lookAtWatermarks(db, places);
}

/** Declares that the database went back. */
export async function declare(office: CommandContext, because: string): Promise<CommandOutput> {
  const restored = await declareRestored(office.db, adminOf(office), because);
  const text = `Every sequence is unverified from now on, and ids move on. Written to the audit log of ${restored.companies} companies.`;
  return { json: { database: restored }, text };
}

async function decide(office: CommandContext, { isDiscarded, because }: Word): Promise<CommandOutput> {
  if (!isDiscarded) return declare(office, because);
  const places = readPlaces();
  const seen = await look(office, places);
  const why = whyNotDiscard(seen, places);
  if (why !== undefined) throw notDone(why);
  const wrong = seen.watermarks.filter(isWrong);
  const companies = await discardWatermarks(office.db, adminOf(office), because, wrong);
  const text = `${wrong.length} watermarks are discarded, and issuing goes on. Written to the audit log of ${companies} companies.`;
  return { json: { discarded: wrong.map(toJson), companies }, text };
}

async function show(office: CommandContext): Promise<CommandOutput> {
  const { watermarks, away, renewedAt, waitingSince, waitingFor } = await look(office, readPlaces());
  const rows = watermarks.map(toJson);
  const waiting = waitingSince && { since: waitingSince, because: waitingFor };
  const table = drawTable(
    ["where", "position", "history", "written", "verified", "verdict"],
    rows.map(({ where, position, history, written, verified, verdict }) => [
      where,
      position,
      history,
      written,
      verified,
      verdict,
    ]),
    "Nothing is kept outside the database.",
  );
  const told = [
    table,
    ...away.map((one) => `Away: ${one}`),
    ...(renewedAt ? [`A watermark began another history at ${renewedAt.toISOString()}.`] : []),
    waiting
      ? `Nothing is numbered since ${waiting.since.toISOString()}: ${waiting.because}. Say --discard or --renew, --because TEXT.`
      : "Nothing waits for you.",
  ];
  return { json: { watermarks: rows, away, renewedAt, waiting }, text: told.join("\n") };
}

const toJson = ({ where, position, history, writtenMs, verified, verdict }: JudgedWatermark) => ({
  where,
  position: `${position}`,
  history,
  written: writtenMs === null ? null : new Date(writtenMs).toISOString(),
  verified,
  verdict,
});
