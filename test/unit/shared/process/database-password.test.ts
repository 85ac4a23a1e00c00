import { expect, test } from "vitest";
import { warnOfPassword } from "../../../../shared/process/begin-process.js";
import { keptLog } from "../../../support/readers/kept-log.js";

test.each([
  ["postgresql://api:short-password@db.example.com/talonario", true],
  ["postgresql://api:0123456789abcdef0123456@db/talonario", true],
  ["postgresql://api:0123456789abcdef01234567@db/talonario", false],
  ["postgresql://api@db/talonario", false],
  ["postgresql://api:short@127.0.0.1:5432/talonario", false],
])("%s: a password of the database that can be guessed is warned of at the start", (url, isWarned) => {
  const logged = keptLog();
  warnOfPassword(logged.log, url);
  const warnings = logged.lines.map(({ level, msg }) => [level, msg]);
  const expected = "the password in DATABASE_URL has fewer than 24 characters; make one with: openssl rand -hex 24";
  expect(warnings).toEqual(isWarned ? [[40, expected]] : []);
  expect(JSON.stringify(logged.lines)).not.toContain(new URL(url).password || "nothing");
});
