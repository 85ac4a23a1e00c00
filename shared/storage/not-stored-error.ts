/** Nothing is stored under this key. */
export class NotStoredError extends Error {
  override name = "NotStoredError";

  constructor(key: string) {
    super(`nothing is stored under ${key}`);
  }
}
