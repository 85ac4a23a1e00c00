import { createRequire } from "node:module";

/**
 * Playwright, loaded at the first use. `import` would read its largest file, of 2 MB, once more than `require`, for the names of
 * what it exports.
 */
export function loadChromium(): typeof import("playwright").chromium {
  return (createRequire(import.meta.url)("playwright") as typeof import("playwright")).chromium;
}
