import { readAsset } from "../assets/assets.js";

const { version } = JSON.parse(readAsset("package.json")) as { version: string };

/** The name under which webhooks are sent. */
export const webhookUserAgent = `Talonario/${version}`;
