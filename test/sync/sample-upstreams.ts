// A small world to sync: two text files that belong together, a zip that stays packed, a zip and a repository archive
// that are unpacked. Versions differ in content and date, as upstreams' do.
import { gzipSync } from "node:zlib";
import { zipSync } from "fflate";
import { pack } from "tar-stream";
import { MICTRONICS, OUR_AIRPORTS, VRS } from "../../src/sources/catalog.ts";
import type { Download, Upstream } from "../../src/sync/upstream.ts";
import type { ServedFile } from "./misbehaving-server.ts";

export const COUNTRIES = "texts/countries.csv";
export const AIRPORTS = "texts/airports.csv";
export const PACKED = "packed/database.zip";
export const REPOSITORY = "repository.tar.gz";
export const REGISTER = "register/register.zip";

const text = (base: string, file: string, begins: RegExp): Download => ({
  file,
  url: `${base}/${file}`,
  form: { kind: "text", begins },
  bytes: { least: 1_000, usual: 4_000, most: 200_000 },
});

export function sampleUpstreams(base: string): readonly Upstream[] {
  return [
    {
      source: OUR_AIRPORTS,
      everyHours: 24,
      downloads: [text(base, COUNTRIES, /^code,name/), text(base, AIRPORTS, /^id,ident/)],
    },
    {
      source: MICTRONICS,
      everyHours: 168,
      downloads: [
        {
          file: PACKED,
          url: `${base}/${PACKED}`,
          form: { kind: "zip", holds: ["aircraft.json"], unpackedMost: 100_000 },
          bytes: { least: 200, usual: 1_000, most: 100_000 },
        },
        {
          file: REGISTER,
          url: `${base}/${REGISTER}`,
          form: { kind: "zip", holds: [], unpackedMost: 100_000 },
          bytes: { least: 200, usual: 1_000, most: 100_000 },
          unpack: [
            {
              from: "MASTER.txt",
              to: "register/MASTER.txt",
              begins: /^N-NUMBER/,
              bytes: { least: 500, most: 100_000 },
            },
          ],
        },
      ],
    },
    {
      source: VRS,
      everyHours: 24,
      downloads: [
        {
          file: REPOSITORY,
          url: `${base}/${REPOSITORY}`,
          form: { kind: "tar.gz", unpackedMost: 1_000_000 },
          bytes: { least: 200, usual: 1_000, most: 100_000 },
          unpack: [
            {
              from: "airlines/airlines.csv",
              to: "vrs/airlines.csv",
              begins: /^Code,/,
              bytes: { least: 100, most: 10_000 },
            },
            {
              from: "aircraft/",
              to: "vrs/aircraft/",
              only: /^(?:[\w-]+\/)*[\w-]+\.csv$/,
              begins: /^ICAO,/,
              bytes: { least: 200, most: 100_000 },
            },
            {
              from: "routes/",
              to: "vrs/routes.tar.gz",
              only: /^(?:[\w-]+\/)*[\w-]+\.csv$/,
              packed: true,
              bytes: { least: 50, most: 100_000 },
            },
          ],
        },
      ],
    },
  ];
}

/** Every file of the sample in a version of its own, as a server has them. */
export async function servedVersion(version: number, rows = 200): Promise<Map<string, ServedFile>> {
  const date = new Date(Date.UTC(2026, 7, version));
  const lines = (header: string) =>
    `${header}\n${Array.from({ length: rows }, (_, row) => `${row},version ${version} row ${row}\n`).join("")}`;
  const dated = (body: Buffer): ServedFile => ({
    body,
    etag: `"${version}"`,
    lastModified: date.toUTCString(),
  });
  const repository = await tarGz(
    {
      "repo-main/README.md": "nothing to see",
      "repo-main/airlines/airlines.csv": lines("Code,Name"),
      "repo-main/aircraft/4/40.csv": lines("ICAO,Registration"),
      [`repo-main/aircraft/4/4${version % 10}-only.csv`]: lines("ICAO,Registration"),
      "repo-main/aircraft/CREDITS.md": "thanks",
      "repo-main/routes/A/AAA.csv": lines("Callsign,Code"),
      "repo-main/routes/B/BBB.csv": lines("Callsign,Code"),
    },
    date,
  );
  return new Map([
    [`/${COUNTRIES}`, dated(Buffer.from(lines("code,name")))],
    [`/${AIRPORTS}`, dated(Buffer.from(lines("id,ident")))],
    [`/${PACKED}`, dated(zip({ "aircraft.json": JSON.stringify(lines("x")) }, date))],
    [`/${REGISTER}`, dated(zip({ "MASTER.txt": lines("N-NUMBER,NAME"), "other.txt": "no" }, date))],
    // Archives of repositories come without a date.
    [`/${REPOSITORY}`, { body: repository, etag: `"${version}"` }],
  ]);
}

export function zip(
  entries: Readonly<Record<string, string>>,
  date = new Date(Date.UTC(2026, 7, 1)),
): Buffer {
  const files = Object.fromEntries(Object.entries(entries).map(([name, body]) => [name, Buffer.from(body)]));
  return Buffer.from(zipSync(files, { mtime: date }));
}

export async function tarGz(
  entries: Readonly<Record<string, string>>,
  date = new Date(Date.UTC(2026, 7, 1)),
): Promise<Buffer> {
  const archive = pack();
  for (const [name, body] of Object.entries(entries)) archive.entry({ name, mtime: date }, body);
  archive.finalize();
  const chunks: Buffer[] = [];
  for await (const chunk of archive) chunks.push(chunk as Buffer);
  return gzipSync(Buffer.concat(chunks));
}
