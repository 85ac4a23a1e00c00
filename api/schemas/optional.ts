import type { z } from "@hono/zod-openapi";

/** An optional field. Null means the same as leaving it out. */
export function orDefault<Field extends z.ZodType>(field: Field, value: z.output<Field>) {
  return field
    .nullish()
    .openapi({ default: value })
    .transform((given) => given ?? value);
}

export function orNull<T>(value: T | null | undefined): T | null {
  return value ?? null;
}

/** None is left out of what is kept, so a voucher without them costs nothing. Null means the same as leaving it out. */
export const orMissing = <Row extends z.ZodType>(list: z.ZodArray<Row>) =>
  list.nullish().transform((given) => (given && given.length > 0 ? given : undefined));

/** A single value that is left out of what is kept where there is none. */
export const oneOrMissing = <Value extends z.ZodType>(value: Value) =>
  value.nullish().transform((given) => given ?? undefined);
