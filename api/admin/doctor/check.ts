/** One thing that was looked at, and what to do when it is not as it should be. */
export interface Check {
  name: string;
  ok: boolean;
  detail: string;
  fix?: string;
}

export const passed = (name: string, detail: string): Check => ({ name, ok: true, detail });

export const failed = (name: string, detail: string, fix: string): Check => ({ name, ok: false, detail, fix });

/** What happened, in one line: libraries put it last, or between back-quotes. */
export function reasonOf(error: unknown): string {
  const causes = error instanceof AggregateError ? error.errors : [error];
  const message = causes.map((cause) => (cause instanceof Error ? cause.message : String(cause))).join("; ");
  const last = message.trim().split("\n").at(-1)?.trim() || String(error);
  return /Message: `(.*)`$/.exec(last)?.[1] ?? last;
}
