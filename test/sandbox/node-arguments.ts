/**
 * What Node is started with. API and issuer make a lot that is thrown away within milliseconds. With room for 32 MB of it, less of that is still
 * in use when the room is full, and so less is copied. The images start with the same (Dockerfile).
 */
export const nodeArgumentsOf = (process: string): string[] =>
  process === "api" || process === "issuer" ? ["--max-semi-space-size=32"] : [];
