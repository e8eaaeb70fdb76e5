// npm run dev: bundles and serves, and does both anew whenever src/ or data/ change. A bundle that fails leaves the old
// server running. Flags go to `fleet serve`: npm run dev -- --port 9000
import { spawn, spawnSync } from "node:child_process";
import { watch } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";

const root = fileURLToPath(new URL("..", import.meta.url));
/** Editors write a file in several steps, and a branch switch touches many. */
const SETTLE_MS = 150;
const WATCHED = ["src", "data"];
const flags = process.argv.slice(2);

let server = null;
let timer;
let stopping = false;

function bundle() {
  const { status } = spawnSync(process.execPath, [join(root, "scripts", "bundle.mjs")], {
    cwd: root,
    stdio: "inherit",
  });
  return status === 0;
}

function start() {
  const child = spawn(process.execPath, [join(root, "dist", "fleet.js"), "serve", ...flags], {
    cwd: root,
    stdio: "inherit",
  });
  child.on("exit", (code, signal) => {
    if (server !== child) return;
    server = null;
    if (stopping) process.exit(code ?? 0);
    console.error(`dev: the server ended (${signal ?? code}); it starts anew with the next change.`);
  });
  return child;
}

/** The old server gives up its port before the new one asks for it. */
function stop() {
  const old = server;
  server = null;
  if (old === null) return Promise.resolve();
  return new Promise((resolve) => {
    old.once("exit", resolve);
    old.kill("SIGTERM");
  });
}

let turning = Promise.resolve();

function turn(changed) {
  turning = turning.then(async () => {
    if (stopping) return;
    console.error(`dev: ${changed} changed`);
    if (!bundle()) return;
    await stop();
    if (!stopping) server = start();
  });
}

for (const folder of WATCHED) {
  watch(join(root, folder), { recursive: true }, (_event, name) => {
    if (name !== null && /(^|\/)\.|~$/.test(name)) return;
    clearTimeout(timer);
    timer = setTimeout(() => turn(name === null ? folder : join(folder, name)), SETTLE_MS);
  });
}

for (const signal of ["SIGINT", "SIGTERM"]) {
  process.on(signal, () => {
    stopping = true;
    if (server === null) process.exit(0);
    server.kill("SIGTERM");
  });
}

if (bundle()) server = start();
