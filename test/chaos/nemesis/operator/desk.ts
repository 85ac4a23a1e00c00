import type { CommandEnding, CommandLine } from "../../../support/processes/command-line.js";
import type { System } from "../../../support/processes/open-system.js";
import type { Violation } from "../../../support/readers/violations.js";
import type { Random } from "../../../support/samples/random.js";
import type { Lasting } from "../lasting.js";

/** What the operator of a company works with: the command line, the authority's portal, and what its people know. */
export interface Desk {
  company: string;
  cuit: string;
  keyOf(production: boolean): string;
  system: System;
  lasting: Lasting;
  random: Random;
  run: CommandLine;
  /** Answers that no operator may get. */
  violations: Violation[];
}

/** Something that waits for a person. */
export interface Waiting {
  /** No two have the same. */
  name: string;
  /** Some are never decided. */
  mayBeLeft: boolean;
  /** Decides it. Gives what was said, in a few words. */
  decide(): Promise<string>;
}

/** Runs a command for the desk's company. Undefined when it gave no answer. */
export const say = ({ company, run }: Desk, ...words: string[]): Promise<CommandEnding | undefined> =>
  run(...words, "--company", company, "--as", "nemesis", "--json").catch(() => undefined);

/** Why a command was refused, in a few words without the numbers, so that the same reason counts as the same. */
export const refusalOf = (answer: CommandEnding | undefined): string =>
  String(answer?.json?.error ?? "no answer")
    .replace(/\d+/g, "…")
    .slice(0, 200);
