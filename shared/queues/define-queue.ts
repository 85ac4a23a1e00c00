import type { z } from "zod";

/** The contract between both sides of a queue. Data holds ids, never payloads, keys or tickets. */
export interface QueueContract<Data extends z.ZodType, Result extends z.ZodType> {
  name: string;
  data: Data;
  result: Result;
}

export const defineQueue = <Data extends z.ZodType, Result extends z.ZodType>(
  contract: QueueContract<Data, Result>,
): QueueContract<Data, Result> => contract;

export type DataOf<C> = C extends QueueContract<infer Data, z.ZodType> ? z.output<Data> : never;
export type ResultOf<C> = C extends QueueContract<z.ZodType, infer Result> ? z.output<Result> : never;
