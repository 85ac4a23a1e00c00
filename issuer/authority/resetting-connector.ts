import type { Socket } from "node:net";
import { buildConnector } from "undici";

/** Node's internal handle of a socket. A TLS socket's handle has the handle of its TCP connection as its parent. */
interface Handle {
  _parent?: Handle;
  close(closed?: () => void): void;
  reset?(closed?: () => void): number;
}

/**
 * Opens connections as undici does by default, but `destroy` resets them. After a normal close, the kernel could still deliver
 * the rest of an abandoned request minutes later.
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
  // `resetAndDestroy` does not work with TLS, and undici calls `destroy`. Both end in the `close` of the TCP handle.
  const { _handle } = socket as Socket & { _handle?: Handle | null };
  const handle = _handle?._parent ?? _handle;
  if (!handle?.reset) return false;

  const { close, reset } = handle;
  handle.close = (closed) => {
    // A reset during a shutdown is refused, and then the handle cannot be closed at all.
    if (socket.writableEnded) close.call(handle, closed);
    else reset.call(handle, closed);
  };
  return true;
}

/** Makes no call at all, because the call could be delivered after we gave it up. */
function refuse(socket: Socket): Error {
  socket.destroy();
  return new Error(`connections cannot be reset with Node.js ${process.version}`);
}
