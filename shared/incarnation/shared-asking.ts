/** Connections that open at the same time share what they ask the witnesses. */
const freshMs = 1_000;

/** Asks once for all who ask the same within a second. `about` says what is the same. */
export function sharedAsking<Heard>(nowMs: () => number) {
  let asked: { about: string; atMs: number; heard: Promise<Heard> } | undefined;
  return (about: string, ask: () => Promise<Heard>): Promise<Heard> => {
    if (asked?.about !== about || nowMs() - asked.atMs > freshMs) asked = { about, atMs: nowMs(), heard: ask() };
    return asked.heard;
  };
}
