import type { Server } from "node:http";
import type { Hono } from "hono";
import type { OnClose } from "../../shared/lifecycle/shutdown.js";
import { closeServer } from "../http/close-server.js";
import type { ApiEnv } from "../http/env.js";
import { listenOn } from "../http/open-server.js";
import type { ClientKeyOf } from "../http/schedule-round-robin.js";
import type { HealthDeps, InternalParts } from "../operator-pages/internal.js";
import { createInternalApp, createWaitingApp } from "./app.js";

/**
 * Opens the port of what is internal; that is PORT if it has none of its own. Gives what opens the rest: until then the process tells its
 * health and serves nothing, and a proxy that finds PORT closed asks another one.
 */
export async function openPorts(
  deps: HealthDeps,
  parts: InternalParts,
  { whoseIs, onClose }: { whoseIs: ClientKeyOf; onClose: OnClose },
): Promise<(app: Hono<ApiEnv>) => Promise<Server>> {
  const { PORT, INTERNAL_PORT, LISTEN_ADDRESS: host } = deps.config;
  const { stopping } = parts;
  let isOpen = false;
  const waitingParts = { ...parts, isOpen: () => isOpen };
  let app = createWaitingApp(deps, waitingParts);
  const listenOutside = () =>
    listenOn(
      (request, env) => app.fetch(request, env),
      deps.log,
      { port: PORT, host },
      { whoseIs, ...(stopping && { stopping }) },
    );

  if (INTERNAL_PORT === undefined) {
    const server = await listenOutside();
    return async (served) => {
      app = served;
      isOpen = true;
      return server;
    };
  }
  // Opened first, and so closed last: a process that is stopping reports that until its end.
  const internal = createInternalApp(deps, waitingParts);
  const inside = { port: INTERNAL_PORT, host };
  const server = await listenOn(internal.fetch, deps.log, inside, { ...(stopping && { stopping }) });
  onClose("internal server", () => closeServer(server));
  return async (served) => {
    app = served;
    const outside = await listenOutside();
    isOpen = true;
    return outside;
  };
}
