const segment = "[A-Za-z0-9][A-Za-z0-9._-]*";
const validKey = new RegExp(`^${segment}(/${segment})*$`);
const longestKey = 512;

/**
 * Gives back a key that stays inside the storage: plain segments, none of them empty, hidden or "..".
 * @throws RangeError for any other key
 */
export function checkStorageKey(key: string): string {
  if (key.length > longestKey || !validKey.test(key)) throw new RangeError(`not a storage key: ${JSON.stringify(key)}`);
  return key;
}
