// What the program hands to its commands: where things are and how to speak, so that no command reads the environment.
import type { Option } from "commander";
import type { BundledPaths } from "../sources/bundled.ts";
import type { Console } from "./console.ts";
import type { CloudflareSettings } from "./destination.ts";

export interface ProgramSettings {
  readonly console: Console;
  readonly dataOption: () => Option;
  /** Data packages and curated tables. */
  readonly paths: BundledPaths;
  /** File of this program, to start it again beside itself. */
  readonly program: string;
  /** File of the thread that builds. */
  readonly buildProgram: string;
  /** Folder of OurAirports' files. */
  readonly airports: string;
  /** Fingerprint of program and bundled data. */
  readonly inputs: () => string;
  readonly now: () => Date;
  readonly exit: (code: number) => void;
  readonly out: { write(text: string): unknown; readonly isTTY?: boolean };
  /** Where live views are drawn; null for plain lines. */
  readonly terminal: { write(text: string): unknown; readonly columns?: number } | null;
  readonly stdin: AsyncIterable<Uint8Array>;
  readonly cloudflare: CloudflareSettings;
}
