// Stopping without a failed request: no new connection, what is being answered is finished, what is idle is closed.
import type { Server } from "node:http";
import type { Socket } from "node:net";

/** Longer than any answer takes, short enough for a service manager's patience. */
const DRAIN_MS = 10_000;
/** How long a connection may linger after its last answer. */
const SWEEP_MS = 50;

/** Call before the server listens; what it gives back stops the server and resolves when the last connection is gone. */
export function createDrain(server: Server): () => Promise<void> {
  const open = new Set<Socket>();
  server.on("connection", (socket: Socket) => {
    open.add(socket);
    socket.once("close", () => open.delete(socket));
  });
  return () =>
    new Promise((resolve) => {
      const sweep = () => {
        // Connections that have answered and wait for more.
        server.closeIdleConnections();
        // node:http calls a connection that never sent a byte active; load balancers open such ones ahead of need.
        for (const socket of open) if (socket.bytesRead === 0) socket.destroy();
      };
      const sweeping = setInterval(sweep, SWEEP_MS);
      const impatient = setTimeout(() => server.closeAllConnections(), DRAIN_MS);
      server.close(() => {
        clearInterval(sweeping);
        clearTimeout(impatient);
        resolve();
      });
    });
}
