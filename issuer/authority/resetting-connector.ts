import type { Socket } from "node:net";
import { buildConnector } from "undici";

/** What node keeps behind a socket. Behind a TLS socket's own there is the one of its TCP connection. */
interface Handle {
  _parent?: Handle;
  close(closed?: () => void): void;
  reset?(closed?: () => void): number;
}

/**
 * Opens connections as undici does by itself, but whoever destroys one resets it. Closed politely, a connection that is
 * given up would still deliver what the kernel holds of its request, minutes later.
 */
export function resettingConnector(options: buildConnector.BuildOptions): buildConnector.connector {
  const connect = buildConnector(options);
  return (target, callback) =>
    connect(target, (error, socket) => {
      if (error) callback(error, null);
      else if (resetWhenDestroyed(socket)) callback(null, socket);
      else callback(refuse(socket), null);
    });
}

function resetWhenDestroyed(socket: Socket): boolean {
  // `resetAndDestroy` knows no TLS, and undici calls `destroy`: both end in the `close` of the TCP handle.
  const { _handle } = socket as Socket & { _handle?: Handle | null };
  const handle = _handle?._parent ?? _handle;
  if (!handle?.reset) return false;

  const { close, reset } = handle;
  handle.close = (closed) => {
    // A reset that meets a shutdown under way is refused, and then the handle can be closed no more.
    if (socket.writableEnded) close.call(handle, closed);
    else reset.call(handle, closed);
  };
  return true;
}

/** Rather no call than one that may be delivered after it was given up. */
function refuse(socket: Socket): Error {
  socket.destroy();
  return new Error(`connections cannot be reset with Node.js ${process.version}`);
}
