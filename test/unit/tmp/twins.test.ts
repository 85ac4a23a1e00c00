import { test } from "vitest";
import { simulate } from "../../chaos/simulation/simulate.js";
import { modes } from "../../chaos/simulation/circumstances.js";
import { earlierTwins } from "../../chaos/simulation/mutations/situations.js";
test("x", async () => {
    let found = 0;
    for (let seed = 0; seed < 300; seed++) for (const mode of modes) {
      const run = await simulate(seed, mode, { circumstances: earlierTwins, ignored: ["I4", "I5", "I10"] });
      if (run.violation) { found++; if (found < 4) console.log("all", seed, mode, run.violation.invariant, run.violation.what); }
    }
    console.log("all", found);
}, 400_000);
