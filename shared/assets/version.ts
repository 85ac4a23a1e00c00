import { readAsset } from "./assets.js";

/** This service's own, as package.json has it. */
export const version: string = JSON.parse(readAsset("package.json")).version;

/** The build writes it in. */
declare const BUILT_FROM: string | undefined;

/** Commit of the sources that were built. Without a build nobody can tell. */
export const commit = typeof BUILT_FROM === "undefined" ? "unknown" : BUILT_FROM;
