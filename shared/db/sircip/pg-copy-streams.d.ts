// The part of pg-copy-streams that we use.
declare module "pg-copy-streams" {
  import type { Writable } from "node:stream";
  import type { Submittable } from "pg";

  /** Statement whose rows are what is written to it. */
  export function from(statement: string): Writable & Submittable;
}
