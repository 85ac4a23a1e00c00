import { expect, test } from "vitest";
import { openIssuer } from "./scripted-issuer.js";

test("from the second voucher on, one commit records a voucher and numbers the next one", async () => {
  const { database, drain } = openIssuer();
  database.waits = 4;
  const [first, others] = [
    ["take 2", "submit under 2", "ask", "approve under 2"],
    ["submit under 2", "ask", "approve and submit under 2", "ask", "approve and submit under 2", "ask"],
  ];
  expect(await drain()).toEqual({
    result: "drained",
    done: [...first, ...others, "approve and submit under 2"],
  });
});

test("a single voucher is recorded alone, and the sequence is retained", async () => {
  const { database, drain } = openIssuer();
  database.waits = 1;
  expect((await drain()).done).toEqual(["take 2", "submit under 2", "ask", "approve under 2"]);
  database.waits = 1;
  expect((await drain()).done).toEqual(["submit under 2", "ask", "approve under 2"]);
});

test("after the lock is lost nothing more is written ahead, and what was written ahead is still sent", async () => {
  const { database, drain } = openIssuer();
  database.waits = 9;
  let asked = 0;
  database.onAsk = () => {
    asked += 1;
    database.lockIsHeld = asked < 3;
  };
  const { result, done } = await drain();
  expect(result).toBe("superseded");
  expect(done.slice(-3)).toEqual(["approve and submit under 2", "ask", "approve under 2"]);
  expect(database.waits).toBe(9 - 3);
});

test("a lock that is lost during a write-ahead does not stop the send", async () => {
  const { database, drain } = openIssuer();
  database.waits = 9;
  database.onApproved = () => {
    database.lockIsHeld = false;
  };
  const { result, done } = await drain();
  expect(result).toBe("superseded");
  expect(done.slice(-3)).toEqual(["approve and submit under 2", "ask", "approve under 2"]);
  expect(database.waits).toBe(9 - 3);
});

test("after another taker nothing more is recorded or announced", async () => {
  const { database, drain } = openIssuer();
  database.waits = 9;
  let asked = 0;
  database.onAsk = () => {
    asked += 1;
    if (asked === 2) database.epoch += 1;
  };
  const { result, done } = await drain();
  expect(result).toBe("superseded");
  expect(done.at(-1)).toBe("approve and submit under 2");
  expect(database.announced).toBe(1);
});

test("a worker that stood still after a write-ahead checks the epoch before it sends", async () => {
  const { database, later, drain } = openIssuer();
  database.waits = 3;
  database.onApproved = () => later(1_000);
  expect((await drain()).done.slice(-4)).toEqual([
    "approve and submit under 2",
    "look again",
    "ask",
    "approve and submit under 2",
  ]);

  database.waits = 3;
  database.onApproved = () => {
    later(1_000);
    database.epoch += 1;
  };
  const { result, done } = await drain();
  expect(result).toBe("superseded");
  expect(done.slice(-2)).toEqual(["approve and submit under 2", "look again"]);
});

test("a turn that is over ends behind the voucher in hand, with nothing written ahead", async () => {
  const { database, drain } = openIssuer();
  database.waits = 9;
  let asked = 0;
  database.onAsk = () => {
    asked += 1;
  };
  const { result, done } = await drain(() => asked === 3);
  expect(result).toBe("yielded");
  expect(done.slice(-3)).toEqual(["approve and submit under 2", "ask", "approve under 2"]);
  expect(database.waits).toBe(9 - 3);
});

test("a turn that is over before it began serves one voucher", async () => {
  const { database, drain } = openIssuer();
  database.waits = 9;
  expect(await drain(() => true)).toEqual({
    result: "yielded",
    done: ["take 2", "submit under 2", "ask", "approve under 2"],
  });
});

test("a write-ahead expects as many as the last call took", async () => {
  const { database, expected, drain } = openIssuer({ batchMax: 50 });
  database.waits = 17;
  database.perCall = 8;
  await drain();
  expect(expected).toEqual([1, 8, 8, 1]);
});
