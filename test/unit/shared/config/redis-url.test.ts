import fc from "fast-check";
import { expect, test } from "vitest";
import { commonConfig, readConfig } from "../../../../shared/config/config.js";
import { faultOfRedisUrl, readSentinelUrl, type SentinelAddress } from "../../../../shared/config/redis-url.js";
import { newRedis } from "../../../../shared/queues/new-redis.js";
import { propertyRuns } from "../../../support/samples/property-runs.js";

const host = fc.oneof(
  fc.domain(),
  fc.ipV4(),
  fc.ipV6().map((ip) => `[${ip}]`),
);
const port = fc.option(fc.integer({ min: 1, max: 65_535 }), { nil: undefined });
const secret = fc.string({ unit: "grapheme", minLength: 1, maxLength: 20 });
const name = fc.stringMatching(/^[A-Za-z0-9_.-]{1,20}$/);
const parts = fc.record({
  hosts: fc.array(fc.record({ host, port }), { minLength: 1, maxLength: 5 }),
  name,
  db: fc.option(fc.integer({ min: 0, max: 999_999_999 }), { nil: undefined }),
  user: fc.option(secret, { nil: undefined }),
  password: fc.option(secret, { nil: undefined }),
  sentinelPassword: fc.option(secret, { nil: undefined }),
  tls: fc.constantFrom("", "0", "1"),
  tlsFirst: fc.boolean(),
});
type Parts = typeof parts extends fc.Arbitrary<infer T> ? T : never;

function write({ hosts, name: master, db, user, password, sentinelPassword, tls, tlsFirst }: Parts): string {
  const encode = encodeURIComponent;
  const login = password === undefined ? "" : `${user === undefined ? "" : encode(user)}:${encode(password)}@`;
  const query = [
    ...(sentinelPassword === undefined ? [] : [`sentinelPassword=${encode(sentinelPassword)}`]),
    ...(tls === "" ? [] : [`tls=${tls}`]),
  ];
  if (tlsFirst) query.reverse();
  const places = hosts.map((one) => (one.port === undefined ? one.host : `${one.host}:${one.port}`)).join(",");
  return `redis+sentinel://${login}${places}/${master}${db === undefined ? "" : `/${db}`}${query.length > 0 ? `?${query.join("&")}` : ""}`;
}

const expected = ({ hosts, name: master, db, user, password, sentinelPassword, tls }: Parts): SentinelAddress => ({
  sentinels: hosts.map((one) => ({ host: one.host.replace(/^\[|\]$/g, ""), port: one.port ?? 26_379 })),
  name: master,
  db: db ?? 0,
  ...(password !== undefined && user !== undefined && { username: user }),
  ...(password !== undefined && { password }),
  ...(sentinelPassword !== undefined && { sentinelPassword }),
  tls: tls === "1",
});

test("a URL of Sentinels is read as it was written, whatever the passwords are", () => {
  fc.assert(
    fc.property(parts, (one) => {
      const url = write(one);
      expect(faultOfRedisUrl(url)).toBeUndefined();
      expect(readSentinelUrl(url)).toEqual(expected(one));
    }),
    propertyRuns(1_000),
  );
});

test("a spoilt URL is read as another or refused, and no fault has a part of a password", () => {
  const [password, sentinelPassword] = ["hunter2hunter2", "correct-horse"];
  fc.assert(
    fc.property(parts, fc.nat(), fc.string({ maxLength: 3 }), fc.nat(3), (one, at, put, cut) => {
      const url = write({ ...one, password, sentinelPassword });
      const start = "redis+sentinel://".length + (at % (url.length - 16));
      const spoilt = url.slice(0, start) + put + url.slice(start + cut);
      const read = readConfig(commonConfig, { DATABASE_URL: "postgresql://localhost/x", REDIS_URL: spoilt });
      if (!("faults" in read)) return void readSentinelUrl(spoilt);
      expect(read.faults.join()).toMatch(/^REDIS_URL: a Redis URL: redis:\/\/host:6379, or redis\+sentinel:/);
      for (const piece of [
        password.slice(0, 4),
        password.slice(-4),
        sentinelPassword.slice(0, 4),
        sentinelPassword.slice(-5),
      ])
        expect(read.faults.join()).not.toContain(piece);
      return undefined;
    }),
    propertyRuns(1_000),
  );
});

test.each([
  ["redis+sentinel://", /Sentinel 1 is no host:port/],
  ["redis+sentinel://a:1", /master's name is missing/],
  ["redis+sentinel://a:1/", /master's name is missing/],
  ["redis+sentinel://a:1,/main", /Sentinel 2 is no host:port/],
  ["redis+sentinel://a:1,b:x/main", /Sentinel 2 is no host:port/],
  ["redis+sentinel://a:0,b:1/main", /port of Sentinel 1/],
  ["redis+sentinel://a:1,b:65536/main", /port of Sentinel 2/],
  ["redis+sentinel://::1/main", /Sentinel 1 is no host:port/],
  ["redis+sentinel://a:1/main/x", /number of a database/],
  ["redis+sentinel://a:1/main/1/2", /number of a database/],
  ["redis+sentinel://a:1/main&tls=1", /master's name/],
  ["redis+sentinel://a:1/main?tls=yes", /tls is 1 or 0/],
  ["redis+sentinel://a:1/main?tls=1&tls=0", /tls is there twice/],
  ["redis+sentinel://a:1/main?password=x", /sentinelPassword=… and tls=1 alone/],
  ["redis+sentinel://user@a:1/main", /user:password, or :password/],
  ["redis+sentinel://:50%@a:1/main", /the password has a %/],
  ["redis+sentinel://a:1/main?sentinelPassword=50%", /sentinelPassword has a %/],
  ["redis+sentinel://:pass#word@a:1/main", /a space, a # or a control/],
  ["redis+sentinel://:pass/word@a:1/main", /is no host:port; in names and passwords, write/],
  ["redis+sentinel:a:1/main", /^a Redis URL: .*name$/],
  ["http://a:1", /^a Redis URL: .*name$/],
])("%s is refused with its reason", (url, reason) => {
  expect(faultOfRedisUrl(url)).toMatch(reason);
});

test.each(["redis://host:6379", "rediss://:secret@host:6379/2", "redis://[::1]:6379", "REDIS+SENTINEL://a,b:1/main/"])(
  "%s can be used",
  (url) => {
    expect(faultOfRedisUrl(url)).toBeUndefined();
  },
);

test("a missing URL is told by its form", () => {
  expect(readConfig(commonConfig, { DATABASE_URL: "postgresql://localhost/x" })).toEqual({
    faults: [
      expect.stringMatching(/^REDIS_URL: missing; expected a Redis URL: redis:\/\/host:6379, or redis\+sentinel/),
    ],
  });
});

test("the connection goes to the master that Sentinels name, with TLS to both or to none", () => {
  const optionsOf = (url: string) => newRedis(url, { lazyConnect: true }).options;
  const url = "redis+sentinel://shop:p%40ss@a:1,b:2/main/3?sentinelPassword=w%2Bord";
  expect(optionsOf(url)).toMatchObject({
    sentinels: [
      { host: "a", port: 1 },
      { host: "b", port: 2 },
    ],
    ...{ name: "main", db: 3, username: "shop", password: "p@ss", sentinelPassword: "w+ord", role: "master" },
    enableTLSForSentinelMode: false,
  });
  expect(optionsOf(url).tls ?? optionsOf(url).sentinelTLS).toBeUndefined();
  expect(optionsOf(`${url}&tls=1`)).toMatchObject({ tls: {}, sentinelTLS: {}, enableTLSForSentinelMode: true });
  expect(optionsOf("rediss://host:7/1")).toMatchObject({ host: "host", port: 7, db: 1, sentinels: null });
});
