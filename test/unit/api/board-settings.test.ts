import { expect, test } from "vitest";
import { apiConfig } from "../../../api/config.js";
import { readConfig } from "../../../shared/config/config.js";

const settings = {
  DATABASE_URL: "postgresql://user:password@host:5432/name",
  REDIS_URL: "redis://host:6379",
  SECRET_KEY: Buffer.alloc(32, 1).toString("base64"),
};

test.each([
  ["BOARD_PASSWORD", "BOARD_USER"],
  ["BOARD_USER", "BOARD_PASSWORD"],
])("without %s the API does not start when %s is set, and names it beside every other fault", (missing, set) => {
  const fault = expect.stringMatching(`^${missing}: missing; expected .*${set} is set.*unset both$`);
  expect(readConfig(apiConfig, { ...settings, [set]: "x" })).toEqual({ faults: [fault] });
  expect(readConfig(apiConfig, { ...settings, [set]: "x", [missing]: "" })).toEqual({ faults: [fault] });
  expect(readConfig(apiConfig, { ...settings, [set]: "x", PORT: "x", SECRET_KEY: "" })).toEqual({
    faults: expect.arrayContaining([fault, expect.stringMatching(/^PORT/), expect.stringMatching(/^SEALING_KEY/)]),
  });
});

test("the API starts with both settings of the board, and with neither", () => {
  expect(readConfig(apiConfig, settings)).toHaveProperty("config");
  expect(readConfig(apiConfig, { ...settings, BOARD_USER: "a", BOARD_PASSWORD: "b" })).toHaveProperty("config");
});
