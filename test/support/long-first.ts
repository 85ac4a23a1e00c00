import path from "node:path";
import { BaseSequencer, type TestSpecification } from "vitest/node";
import seconds from "../seconds.json" with { type: "json" };

const known: Record<string, number | undefined> = seconds;

/** A file of more than this begins before all others, whatever its project: else two workers wait for the third at the end. */
const begunAtOnce = 60;

/** End to end first, for it waits the most; the short files of the units fill the end. */
const projects = ["e2e", "integration", "unit"];

/**
 * Orders the files of a run that has no times of its own to go by, as in a fresh clone: the long ones first, by test/seconds.json.
 * The files of a project stay together, because a worker loads what they share once.
 */
export class LongFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const root = this.ctx.config.root;
    const secondsOf = (file: TestSpecification) => known[path.relative(root, file.moduleId)] ?? 0;
    const rankOf = (file: TestSpecification) =>
      secondsOf(file) > begunAtOnce ? -1 : projects.indexOf(file.project.name);
    return [...files].sort(
      (one, other) =>
        rankOf(one) - rankOf(other) ||
        secondsOf(other) - secondsOf(one) ||
        (one.moduleId < other.moduleId ? -1 : Number(one.moduleId !== other.moduleId)),
    );
  }
}
