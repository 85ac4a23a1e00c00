/** The end of the key of an image that our encoder wrote. What was stored before it did has another. */
export const ownEnding = { "image/png": ".own.png", "image/jpeg": ".own.jpeg" } as const;

export const isOwnImage = (key: string): boolean => Object.values(ownEnding).some((ending) => key.endsWith(ending));
