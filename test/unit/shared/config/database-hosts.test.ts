import { expect, test } from "vitest";
import { commonConfig } from "../../../../shared/config/config.js";
import { addressesOf, changeUrl, databaseOf } from "../../../../shared/config/database-hosts.js";
import { urlOfRole } from "../../../../shared/db/migrate/create-roles.js";

const attrs = "?target_session_attrs=read-write";

test.each([
  ["postgresql://u:p@h:5432/db", ["postgresql://u:p@h:5432/db"]],
  ["postgres://h/db?sslmode=require", ["postgres://h/db?sslmode=require"]],
  [`postgresql://h/db${attrs}`, [`postgresql://h/db${attrs}`]],
  [
    `postgresql://u:p%40,x@one:5432,two:6432/db${attrs}&sslmode=require`,
    [
      `postgresql://u:p%40,x@one:5432/db${attrs}&sslmode=require`,
      `postgresql://u:p%40,x@two:6432/db${attrs}&sslmode=require`,
    ],
  ],
  [
    `postgresql://[::1]:5432,[fd00::2]/db${attrs}`,
    [`postgresql://[::1]:5432/db${attrs}`, `postgresql://[fd00::2]/db${attrs}`],
  ],
])("%s", (url, addresses) => {
  expect(addressesOf(url)).toEqual(addresses);
});

test.each([
  "mysql://h/db",
  "h:5432",
  // Which of them takes changes?
  "postgresql://one:5432,two:5432/db",
  "postgresql://one:5432,two:5432/db?target_session_attrs=any",
  "postgresql://one/db?target_session_attrs=standby",
  `postgresql://one:5432,/db${attrs}`,
  `postgresql://one:port,two:5432/db${attrs}`,
])("%s is refused, and the setting says what it should be", (url) => {
  expect(addressesOf(url)).toBeUndefined();
  const { error } = commonConfig.pick({ DATABASE_URL: true }).safeParse({ DATABASE_URL: url });
  expect(error?.issues[0]?.message).toContain("target_session_attrs=read-write");
});

test("a URL of several hosts keeps them when its role changes", () => {
  const url = `postgresql://owner:secret@one:5432,two:6432/invoices${attrs}`;
  expect(urlOfRole(url, "api", "p@ss,word")).toBe(
    `postgresql://invoices_api:p%40ss,word@one:5432,two:6432/invoices${attrs}`,
  );
  expect(databaseOf(url)).toBe("invoices");
  expect(changeUrl("postgresql://h:5432/db", (address) => (address.pathname = "/other"))).toBe(
    "postgresql://h:5432/other",
  );
});
