import { faultless } from "../circumstances.js";
import { without } from "../guards.js";
import type { Mutation } from "./mutation.js";
import { clocksSetBack, earlierTwins, forgottenVouchers, restatements, twins } from "./situations.js";

/** Deciding whose the voucher under a number is. */
export const evidenceMutations: Mutation[] = [
  {
    name: "another number after an unknown answer",
    removes: "keeping an intent's number when its voucher is found under it",
    guards: without("keepsNumber"),
  },
  {
    name: "any voucher found is adopted",
    removes: "the comparison of fields: any voucher under our number is taken for ours",
    guards: without("comparesFields"),
  },
  {
    name: "further data is not compared",
    removes:
      "the comparison of optional fields, activities and buyers: a voucher of the same sale without them is ours",
    guards: without("comparesFurther"),
    circumstances: twins,
  },
  {
    name: "equal voucher adopted however old",
    removes: "the comparison of times: at a shared point of sale an equal but older foreign voucher is taken for ours",
    guards: without("comparesTime"),
    circumstances: twins,
  },
  {
    name: "early by the refusal's time is adopted",
    removes:
      "the stopwatch between write-ahead and refusal: an equal voucher of before our only request is taken for ours",
    guards: without("measuresRefusals"),
    circumstances: earlierTwins,
    harmOnly: true,
  },
  {
    name: "10016 on a first send taken as foreign",
    removes:
      "looking the number up before leaving it: of a request that was delivered twice, the first copy was granted",
    guards: without("looksBeforeRenumbering"),
    circumstances: { ...restatements, probability: { ...faultless, requestTwice: 0.3 } },
  },
  {
    name: "any difference taken as foreign",
    removes: "the distinction between fields that identify a sale and fields that do not",
    guards: without("nearIsNotOther"),
    circumstances: restatements,
  },
  {
    name: "undeclared elements compared",
    removes: "ignoring elements that we never declared: an operator is called for nothing",
    guards: without("ignoresUndeclared"),
    circumstances: { ...restatements, probability: { ...faultless, answerLost: 0.5, unknownElement: 0.5 } },
  },
  {
    name: "content declared again at each look",
    removes: "keeping the declaration that was sent: after a deploy our own voucher looks foreign",
    guards: without("keepsWhatWasSent"),
    circumstances: { ...restatements, everyMs: { deploys: 3_000 }, probability: { ...faultless, answerLost: 0.5 } },
  },
  {
    name: "clock of the authority that is never set back",
    removes: "noticing that the authority's clock was set back: our own voucher seems to be older than our request",
    guards: without("noticesSetBack"),
    circumstances: clocksSetBack,
  },
  {
    name: "voucher given to two keys",
    removes: "the look at whose a voucher is before an operator gives it to a key",
    guards: without("claimsOnce"),
    circumstances: forgottenVouchers,
  },
];
