// A node:http server on a free port of the loopback, over a snapshot folder, as `fleet serve` sets it up.
import type { Server } from "node:http";
import type { AddressInfo } from "node:net";
import { createHandler } from "../../src/http/handler.ts";
import { createNodeServer, type ServerSettings } from "../../src/node/server.ts";
import type { SnapshotSource } from "../../src/store/store.ts";

export interface Serving {
  readonly server: Server;
  readonly port: number;
  /** Closes every connection, whatever it is doing. */
  stop(): Promise<void>;
}

export async function serveOn(
  source: SnapshotSource,
  settings: Omit<ServerSettings, "handler"> = {},
): Promise<Serving> {
  const handler = createHandler({ source, now: () => performance.now(), report: () => {} });
  const server = createNodeServer({ ...settings, handler });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  return {
    server,
    port: (server.address() as AddressInfo).port,
    stop: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}
