import { afterEach, expect, test } from "vitest";
import { apiConfig } from "../../../../api/config.js";
import { issuerConfig } from "../../../../issuer/config.js";
import { mailerConfig } from "../../../../mailer/config.js";
import { rendererConfig } from "../../../../renderer/config.js";
import { commonConfig, readConfig } from "../../../../shared/config/config.js";
import { armFailpoints, failpoint, isSwitchedOff, readFailpoints } from "../../../../shared/failpoints/failpoint.js";

afterEach(() => armFailpoints(undefined));

test("without a setting no failpoint acts and nothing is switched off", () => {
  armFailpoints(undefined);
  expect(() => failpoint("after_tx2")).not.toThrow();
  expect(isSwitchedOff("redlock_off")).toBe(false);
});

test("only the scripted failpoint fails", () => {
  armFailpoints("before_tx3:error,redlock_off");
  expect(() => failpoint("after_tx2")).not.toThrow();
  expect(() => failpoint("before_tx3")).toThrow("failpoint before_tx3");
  expect(isSwitchedOff("redlock_off")).toBe(true);
});

test("@n acts only on the n-th passage", () => {
  armFailpoints("after_tx1:error@2");
  const strikes = [1, 2, 3].map(() => {
    try {
      failpoint("after_tx1");
      return false;
    } catch {
      return true;
    }
  });
  expect(strikes).toEqual([false, true, false]);
});

test("a pause stops the whole process", () => {
  armFailpoints("after_tx2:pause=30");
  const startedAtMs = performance.now();
  failpoint("after_tx2");
  expect(performance.now() - startedAtMs).toBeGreaterThanOrEqual(29);
});

test.each(["after_tx2", "nowhere:kill", "after_tx2:explode", "after_tx2:pause", "after_tx2:kill=1", ""])(
  "an invalid setting is refused: %j",
  (text) => {
    expect(readFailpoints(text)).toHaveProperty("fault");
  },
);

const environment = { DATABASE_URL: "postgresql://localhost/x", REDIS_URL: "redis://localhost" };

test("a process with a faulty setting does not start", () => {
  expect(readConfig(commonConfig, { ...environment, FAILPOINT: "nowhere" })).toEqual({
    faults: ["FAILPOINT: point:kill, point:stop, point:pause=ms or point:error"],
  });
});

test.each(Object.entries({ apiConfig, issuerConfig, rendererConfig, mailerConfig }))(
  "no process starts with a failpoint in production: %s",
  (_, schema) => {
    const given = { ...environment, SECRET_KEY: Buffer.alloc(32).toString("base64"), SMTP_URL: "smtp://localhost" };
    const armed = { ...given, MAIL_FROM: "a@example.com", FAILPOINT: "after_tx2:kill" };
    const production = { ...armed, NODE_ENV: "production" };
    expect(readConfig<typeof schema>(schema, production)).toEqual({
      faults: ["FAILPOINT: for tests only; unset it, or NODE_ENV=production"],
    });
    expect(readConfig<typeof schema>(schema, armed)).toHaveProperty("config");
    expect(readConfig<typeof schema>(schema, { ...production, FAILPOINT: "" })).toHaveProperty("config");
  },
);

test("a failpoint in production is reported beside the other faulty settings", () => {
  const given = { ...environment, REDIS_URL: "nowhere", FAILPOINT: "after_tx2:kill", NODE_ENV: "production" };
  expect(readConfig(commonConfig, given)).toEqual({
    faults: [expect.stringContaining("REDIS_URL: "), expect.stringContaining("FAILPOINT: ")],
  });
});
