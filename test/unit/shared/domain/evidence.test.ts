import fc from "fast-check";
import { describe, expect, test } from "vitest";
import {
  type Evidence,
  type EvidenceVerdict,
  isEarlyByRefusal,
  judge,
  measuredBefore,
  type PosKind,
} from "../../../../shared/domain/evidence.js";

const kinds: PosKind[] = ["own", "open", "shared"];

/** No facts other than those of the table's cell. */
const plain = { earlyByRefusal: false, unverified: false, isOfBefore: false, kept: null };

type Row = [
  found: Evidence["found"],
  when: "early" | "late",
  own: EvidenceVerdict,
  open: EvidenceVerdict,
  shared: EvidenceVerdict,
];

/** The table of issuer/README.md, section 3. Where that names no early case, an early voucher is judged as any other. */
const tables: { name: string; firstSend: boolean; rows: Row[] }[] = [
  {
    name: "found by a resolve",
    firstSend: false,
    rows: [
      ["same", "late", "adopt", "adopt", "adopt"],
      ["same", "early", "adopt", "adopt", "operator"],
      ["near", "late", "operator", "operator", "operator"],
      ["near", "early", "operator", "operator", "operator"],
      ["other", "late", "operator", "foreign", "foreign"],
      ["other", "early", "operator", "foreign", "foreign"],
    ],
  },
  {
    name: "found on a first send",
    firstSend: true,
    rows: [
      ["same", "late", "adopt", "adopt", "operator"],
      ["same", "early", "operator", "operator", "foreign"],
      ["near", "late", "operator", "operator", "operator"],
      ["near", "early", "operator", "operator", "foreign"],
      ["other", "late", "operator", "foreign", "foreign"],
      ["other", "early", "operator", "foreign", "foreign"],
    ],
  },
];

const cells = tables.flatMap(({ name, firstSend, rows }) =>
  rows.flatMap(([found, when, ...verdicts]) =>
    kinds.map((kind, at) => ({
      name: `${name}, ${found}, ${when}, ${kind}`,
      evidence: { found, early: when === "early", kind, firstSend, ...plain } satisfies Evidence,
      verdict: verdicts[at] as EvidenceVerdict,
    })),
  ),
);

test.each(cells)("$name: $verdict", ({ evidence, verdict }) => {
  expect(judge(evidence)).toBe(verdict);
});

describe("when the database lost its last commits", () => {
  test.each(cells)("$name: foreign, or adopted on a first send, becomes the operator's", (cell) => {
    const { evidence, verdict } = cell;
    const isDoubtful = verdict === "foreign" || (verdict === "adopt" && evidence.firstSend);
    expect(judge({ ...evidence, unverified: true })).toBe(isDoubtful ? "operator" : verdict);
  });
});

describe("when the voucher looks like what a freed sale of ours declared under the number", () => {
  test.each(cells)("$name: foreign becomes the operator's, and the other verdicts stand", ({ evidence, verdict }) => {
    expect(judge({ ...evidence, isOfBefore: true })).toBe(verdict === "foreign" ? "operator" : verdict);
  });
});

describe("when our database has a voucher under the number already", () => {
  test.each(cells)(
    "$name: one that no key has is not adopted, and the other verdicts stand",
    ({ evidence, verdict }) => {
      expect(judge({ ...evidence, kept: "unclaimed" })).toBe(verdict === "adopt" ? "operator" : verdict);
    },
  );

  test.each(cells)("$name: one of another key is left alone, unless commits are missing", ({ evidence }) => {
    const kept = { ...evidence, kept: "another's" as const };
    expect([judge(kept), judge({ ...kept, isOfBefore: true })]).toEqual(["passed", "passed"]);
    expect(judge({ ...kept, unverified: true })).toBe("operator");
  });
});

describe("when its time is before what the refusal leaves to our only request", () => {
  const like = cells.filter(
    ({ evidence: { found, firstSend } }) => found === "same" || (firstSend && found === "near"),
  );

  test.each(like.filter(({ evidence }) => evidence.kind !== "own" && !evidence.early))(
    "$name: it is neither adopted nor numbered over where others may issue",
    ({ evidence }) => {
      expect(judge({ ...evidence, earlyByRefusal: true })).toBe("operator");
    },
  );

  test.each(like.filter(({ evidence }) => evidence.kind === "own"))(
    "$name: it is early as any other",
    ({ evidence }) => {
      expect(judge({ ...evidence, earlyByRefusal: true })).toBe(judge({ ...evidence, early: true }));
    },
  );

  test.each(like.filter(({ verdict }) => verdict === "foreign"))(
    "$name: what an answer of before the request proves stands",
    ({ evidence }) => {
      expect(judge({ ...evidence, earlyByRefusal: true })).toBe("foreign");
    },
  );

  test.each(cells.filter((one) => !like.includes(one)))(
    "$name: another sale stays another's",
    ({ evidence, verdict }) => {
      expect(judge({ ...evidence, earlyByRefusal: true })).toBe(verdict);
    },
  );
});

test("our own voucher is never early by a refusal, whatever the authority's clock shows and however long the answer takes", () => {
  const ms = fc.integer({ min: 0, max: 600_000 });
  fc.assert(
    fc.property(ms, ms, ms, ms, (clockMs, sentMs, grantedMs, answeredMs) => {
      // From the write-ahead on: the request leaves, is granted, and a second copy of it is refused.
      const processedAtMs = clockMs + sentMs + grantedMs;
      const refusedAtMs = processedAtMs + answeredMs;
      const elapsedMs = sentMs + grantedMs + answeredMs;
      const measuredAtMs = measuredBefore(refusedAtMs, elapsedMs);
      expect(isEarlyByRefusal({ measuredAtMs }, { processedAtMs: Math.floor(processedAtMs / 1_000) * 1_000 })).toBe(
        false,
      );
    }),
  );
});

test("without a time of the refusal nothing is measured", () => {
  expect(measuredBefore(null, 5_000)).toBeNull();
  expect(isEarlyByRefusal({ measuredAtMs: null }, { processedAtMs: 0 })).toBe(false);
  expect(isEarlyByRefusal({ measuredAtMs: 10_000 }, { processedAtMs: null })).toBe(false);
});
