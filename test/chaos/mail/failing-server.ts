import { type Behaviour, type ScriptedSmtp, startScriptedSmtp } from "../../support/servers/scripted-smtp.js";

const failures: Behaviour[] = [
  { refuse: 451, at: "rcpt" },
  { refuse: 452, at: "data" },
  { drop: "rcpt" },
  { drop: "data" },
];

/** An SMTP server that fails this share of the messages temporarily, in one of four ways at random. */
export const startFailingSmtp = (share: number, random: () => number): Promise<ScriptedSmtp> =>
  startScriptedSmtp(() => (random() < share ? failures[Math.floor(random() * failures.length)] : undefined));
