import { inSpan, setSpanAttributes, withTraceparent } from "../tracing/tracing.js";
import { BusyError } from "./errors.js";

type Process<Data, Job, Result> = (data: Data, job: Job) => Promise<Result>;

/** Does a job in a span of the trace that it names. A job that names none makes no span. One that cannot run now has not failed. */
export function inJobSpan<Data, Job extends { attempt: number }, Result>(
  queue: string,
  process: Process<Data, Job, Result>,
): Process<Data, Job, Result> {
  return async (data, job) => {
    const { trace } = data as { trace?: string };
    let busy: BusyError | undefined;
    const attempt = async () => {
      try {
        return await process(data, job);
      } catch (error) {
        if (!(error instanceof BusyError)) throw error;
        busy = error;
        setSpanAttributes({ "talonario.outcome": "delayed" });
        return undefined;
      }
    };
    const about = { "talonario.attempt": job.attempt };
    const result = await withTraceparent(trace, () => inSpan(`${queue} job`, about, attempt, "consumer"));
    if (busy) throw busy;
    return result as Result;
  };
}
