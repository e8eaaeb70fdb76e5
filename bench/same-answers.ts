// Before anything is measured: all servers must send the same answer, or the comparison means nothing.
import { connect } from "node:net";
import { requestFor } from "./load.ts";

/** Throws where two ports answer a path differently in anything but Date, Server-Timing and the case of header names. */
export async function demandSameAnswers(ports: readonly number[], paths: readonly string[]): Promise<void> {
  for (const path of paths) {
    const [first, ...others] = await Promise.all(ports.map((port) => ask(port, path)));
    for (const other of others) {
      if (other !== first) throw new Error(`different answers for ${path}:\n\n${first}\n\n${other}`);
    }
  }
}

function ask(port: number, path: string): Promise<string> {
  return new Promise((resolve, reject) => {
    const chunks: Buffer[] = [];
    const socket = connect(port, "127.0.0.1", () => socket.write(requestFor(path)));
    socket.on("error", reject);
    socket.on("data", (chunk) => {
      chunks.push(chunk);
      const text = Buffer.concat(chunks).toString("latin1");
      const headEnd = text.indexOf("\r\n\r\n");
      const length = /content-length: (\d+)/i.exec(text)?.[1];
      if (headEnd < 0 || text.length < headEnd + 4 + Number(length)) return;
      socket.destroy();
      resolve(comparable(text, headEnd));
    });
  });
}

/** Header order is of no meaning in HTTP, and Fastify writes names in lower case. */
function comparable(text: string, headEnd: number): string {
  const [status, ...headers] = text.slice(0, headEnd).split("\r\n");
  const lines = headers
    .map((line) => line.replace(/^[^:]+/, (name) => name.toLowerCase()))
    .map((line) => line.replace(/^(date|server-timing): .*/, "$1"))
    .sort();
  return [status, ...lines, "", text.slice(headEnd + 4)].join("\n");
}
