/** The database lacks what it is asked for: undefined_function, undefined_column or undefined_table. */
const isNotMigrated = (error: unknown): boolean =>
  error instanceof Error && "code" in error && ["42883", "42703", "42P01"].includes(String(error.code));

/** A database that is not migrated has nothing to compare yet. */
export async function unlessNotMigrated(work: Promise<unknown>): Promise<void> {
  try {
    await work;
  } catch (error) {
    if (!isNotMigrated(error)) throw error;
  }
}
