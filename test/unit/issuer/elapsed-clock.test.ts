import { expect, test } from "vitest";
import { createElapsedClock } from "../../../issuer/issuing/elapsed-clock.js";
import { sendFirst as send } from "../../../issuer/issuing/send.js";
import { approved, openScript } from "./scripted-authority.js";
import { submission } from "./submission.js";

function openClocks() {
  const at = { monotonicMs: 5_000.25, wallMs: 1_795_867_151_000 };
  const pass = (ms: number) => {
    at.monotonicMs += ms;
    at.wallMs += ms;
  };
  const clock = createElapsedClock(
    () => at.monotonicMs,
    () => Math.floor(at.wallMs),
  );
  const begunMs = clock();
  return { at, pass, elapsedMs: () => clock() - begunMs };
}

test("time goes by as the monotonic clock shows it, however often it is read", () => {
  const { pass, elapsedMs } = openClocks();
  for (let read = 0; read < 10_000; read++) {
    pass(0.37);
    elapsedMs();
  }
  expect(elapsedMs()).toBeCloseTo(3_700, 3);
});

test("a machine that was suspended has spent the time that its wall clock shows", () => {
  const { at, pass, elapsedMs } = openClocks();
  pass(200);
  at.wallMs += 60_000;
  expect(elapsedMs()).toBeCloseTo(60_200, 0);
  pass(300);
  expect(elapsedMs()).toBeCloseTo(60_500, 0);
});

test("a wall clock that is set back takes no time away", () => {
  const { at, pass, elapsedMs } = openClocks();
  at.wallMs -= 3_600_000;
  pass(700);
  expect(elapsedMs()).toBeCloseTo(700, 3);
  at.wallMs += 5_000;
  expect(elapsedMs()).toBeCloseTo(5_700, 0);
});

test("a worker that was suspended after its write-ahead reads the epoch again, and sends nothing that another has taken", async () => {
  for (const isCurrent of [true, false]) {
    const { at, pass, elapsedMs } = openClocks();
    const { sequence, told } = openScript({ answers: [approved], isCurrent });
    const clock = { ...sequence.clock, monotonicMs: elapsedMs };
    const heldAtMs = clock.monotonicMs();
    pass(20);
    at.wallMs += 45_000;

    const settled = await send({ ...sequence, clock }, { submissions: [submission], heldAtMs });
    expect(told.done).toEqual(isCurrent ? ["send 42", "approve 42"] : []);
    expect(settled).toBe(isCurrent ? "settled" : "superseded");
  }
});
