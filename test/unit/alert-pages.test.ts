import { readFileSync } from "node:fs";
import path from "node:path";
import { expect, test } from "vitest";
import { parse } from "yaml";
import { createProgram } from "../../api/admin/program.js";
import { projectFolder } from "../../shared/assets/assets.js";

const read = (file: string) => readFileSync(path.join(projectFolder, "shared/monitoring", file), "utf8");

interface Alert {
  alert: string;
  annotations: { summary: string };
}
const { groups } = parse(read("alerts.yml")) as { groups: { rules: (Alert | { record: string })[] }[] };
const alerts = groups.flatMap(({ rules }) => rules).filter((rule): rule is Alert => "alert" in rule);
const names = alerts.map(({ alert }) => alert);

/** The rows of the table under a heading, each by its first cell, which is a name in back-quotes. */
function rowsUnder(heading: string): Map<string, string[]> {
  const [, part = ""] = read("README.md").split(`\n## ${heading}\n`);
  const [table = ""] = part.split("\n## ");
  const rows = [...table.matchAll(/^\| `(\w+)` \|(.*)\|$/gm)];
  return new Map(rows.map(([, name = "", cells = ""]) => [name, cells.split(/(?<!\\)\|/).map((cell) => cell.trim())]));
}

test("every alert has its row in both tables: when it fires; which company or where, and what to do", () => {
  expect([...rowsUnder("Alerts").keys()].sort()).toEqual(names.toSorted());
  const todo = rowsUnder("What to do at an alert");
  expect([...todo.keys()].sort()).toEqual(names.toSorted());
  for (const [name, cells] of todo) {
    expect([name, cells.length]).toEqual([name, 2]);
    for (const cell of cells) expect([name, cell]).toEqual([name, expect.stringMatching(/\S/)]);
  }
});

/** Where the summary sends its reader: a command, a log, a health check, the company or process that it names. */
const where =
  /[Cc]ommand (line: )?\w+|\blog\b|\/health\/ready|\/board|\$labels\.(company|process|counter|queue)|BACKUP_FILE|backup's/;

test.each(alerts.map(({ alert, annotations }) => [alert, annotations.summary]))(
  "%s names whom it concerns, or where that is to be seen",
  (_, summary) => {
    expect(summary).toMatch(where);
    expect(summary, "a placeholder for a company has no place where a list of all is to be had").not.toMatch(/CODE/);
  },
);

test("what Prometheus reads without Docker has the ports of the page that starts it there", () => {
  const page = readFileSync(path.join(projectFolder, "shared/deploy/without-docker.md"), "utf8");
  const targets = (text: string) => {
    const pattern = /targets: \["([\d.:]+)"\](?:,|\s+)\s*labels: \{ process: (\w+) \}/g;
    return [...text.matchAll(pattern)].map(([, address, process]) => `${process} ${address}`).sort();
  };
  expect(targets(page)).toHaveLength(4);
  expect(targets(read("prometheus-static.yml").replaceAll(/^ *#.*$/gm, ""))).toEqual(targets(page));
});

test("each command of the alerts and of their table is there, with its options", () => {
  const program = createProgram(async () => undefined, {});
  const texts = [...alerts.map(({ annotations }) => annotations.summary), read("README.md")];
  const commands = texts.flatMap((text) =>
    [...text.matchAll(/(?:npm run admin --|[Cc]ommand line:|scheduled command) ([a-z][^`"\n]*)/g)].map(
      ([, words = ""]) => words,
    ),
  );
  expect(commands.length).toBeGreaterThan(12);
  const unknown = commands.filter((words) => {
    const [noun = "", ...rest] = words
      .replace(/[.:,;)].*$/, "")
      .trim()
      .split(/\s+/);
    const found = program.commands.find((each) => each.name() === noun);
    const verb = found?.commands.find((each) => each.name() === rest[0]) ?? found;
    const options = rest.filter((word) => word.startsWith("--"));
    if (!verb || (found && found.commands.length > 0 && verb === found)) return true;
    return options.some((option) => !verb.options.some(({ long }) => long === option));
  });
  expect(unknown).toEqual([]);
});
