import { observe } from "../src/commands/observe.ts";
import { createConsole } from "../src/commands/console.ts";
const console_ = createConsole({ out: process.stdout, error: process.stderr });
const args = process.argv.slice(2);
const opt = (n: string) => args.includes(n);
const sources = args.filter((a) => !a.startsWith("--"));
process.exitCode = await observe({ sources, data: process.env.D ?? "/tmp/obs", once: opt("--once"), area: "local", interval: null, json: opt("--json"), airports: "node_modules/@cyanheads/ourairports-mcp-server/data", now: () => new Date(), terminal: process.stderr.isTTY ? process.stderr : null, stdin: process.stdin }, console_);
