// How every parameter is cleaned before it becomes a key, and what malformed ones answer: always a 404 like any
// unknown identifier, on every host alike.
import { API, type Behaviour, finds, misses } from "./behaviour.ts";

const DELTA = "/airlines/delta-air-lines";

const CLEANED: readonly Behaviour[] = [
  finds("percent-decodes once", "/airlines/%44%4C", DELTA),
  finds("reads fullwidth letters as what they stand for", "/airlines/%EF%BC%A4%EF%BC%AC", DELTA),
  finds("reads the Kelvin sign as a K", "/airlines/%E2%84%AALM", "/airlines/klm"),
  finds("strips a zero-width space", "/airlines/D%E2%80%8BL", DELTA),
  finds("strips a byte-order mark and a soft hyphen", "/airlines/%EF%BB%BFD%C2%ADL", DELTA),
  finds("trims spaces", "/airlines/%20DL%09", DELTA),
  finds("ignores a query string", "/airlines/DL?pretty=1&slug=UA", DELTA),
  finds("ignores an empty query string", "/airlines/DL?", DELTA),
  finds("ignores slashes and question marks in a query string", "/airlines/DL?a=/b?c", DELTA),
];

const NOTHING: readonly (readonly [says: string, parameter: string])[] = [
  ["a lone percent sign", "%"],
  ["a percent sign with one digit", "%4"],
  ["a percent sign with letters that are no digits", "%ZZ"],
  ["an encoded NUL", "DL%00"],
  ["an encoded line break", "DL%0D%0AX-Injected:%201"],
  ["bytes that are no UTF-8", "%FF%FE"],
  ["a lone byte of UTF-8", "%C3"],
  ["an encoded surrogate", "%ED%A0%80"],
  ["text encoded twice", "%2544%254C"],
  ["a Cyrillic look-alike", "D%D0%90L"],
  ["a Greek look-alike", "%CE%91A"],
  ["a sharp s, which is not SS", "%C3%9F"],
  ["a dotless i", "%C4%B1lfc"],
  ["an emoji", "%E2%9C%88%EF%B8%8F"],
  ["nothing but invisible characters", "%E2%80%8B%E2%80%8D"],
  ["nothing but spaces", "%20%20"],
  ["a plus, which is no space", "delta+air+lines"],
  ["65 characters", "D".repeat(65)],
  ["64 characters nobody has", "D".repeat(64)],
  ["a code drowned in invisible characters", `DL${"%E2%80%8B".repeat(70)}`],
  ["2,000 characters", "D".repeat(2000)],
  ["2,000 encoded characters", "%44".repeat(2000)],
  ["__proto__", "__proto__"],
  ["constructor", "constructor"],
  ["toString", "toString"],
  ["hasOwnProperty", "hasOwnProperty"],
  ["SQL", "DL'%20OR%20'1'='1"],
  ["markup", "%3Cscript%3Ealert(1)%3C%2Fscript%3E"],
  ["a matrix parameter", "DL;v=1"],
  ["an encoded question mark", "DL%3Fx"],
  ["an encoded fragment", "DL%23top"],
  ["a number", "0"],
  ["an exponent", "1e3"],
  ["a negative number", "-1"],
];

/** What a URL parser would rewrite: characters of an unknown identifier here, a shorter path elsewhere. 404 either way. */
const REWRITTEN: readonly (readonly [says: string, parameter: string])[] = [
  ["a dot", "."],
  ["two dots", ".."],
  ["two encoded dots", "%2E%2E"],
  ["two dots and an encoded slash", "..%2FDL"],
  ["a backslash", "\\"],
  ["two dots and a backslash", "..\\DL"],
  ["an encoded backslash", "%5C..%5CDL"],
];

const ENDPOINT_CODES = [
  ["airlines", "airline_not_found"],
  ["aircraft", "aircraft_type_not_found"],
  ["airframes", "airframe_not_found"],
  ["airports", "airport_not_found"],
  ["lessors", "lessor_not_found"],
] as const;

const MALFORMED: readonly Behaviour[] = ENDPOINT_CODES.flatMap(([collection, code]) => [
  ...NOTHING.map(([says, parameter]) =>
    misses(`answers 404 on /${collection} to ${says}`, `/${collection}/${parameter}`, code),
  ),
  ...REWRITTEN.map(([says, parameter]) =>
    misses(`answers 404 on /${collection} to ${says}`, `/${collection}/${parameter}`, code, {
      dependsOnRawTarget: true,
    }),
  ),
]);

const unknownPath = (says: string, target: string): Behaviour => ({
  says,
  target,
  dependsOnRawTarget: true,
  expect: { status: 404, code: "path_not_found" },
});

const PATHS: readonly Behaviour[] = [
  unknownPath("answers 404 to a trailing slash", `${API}/airlines/DL/`),
  unknownPath("answers 404 to a trailing slash before a query", `${API}/airlines/DL/?x`),
  unknownPath("answers 404 to an empty parameter", `${API}/airlines/`),
  unknownPath("answers 404 to a collection", `${API}/airlines`),
  unknownPath("answers 404 to a second parameter", `${API}/airlines/DL/fleet`),
  unknownPath("answers 404 to a doubled slash", `${API}//airlines/DL`),
  unknownPath("answers 404 to an unknown collection", `${API}/pilots/DL`),
  unknownPath("answers 404 to a collection named like a property", `${API}/__proto__/DL`),
  unknownPath("answers 404 to another version", "/api/v2/airlines/DL"),
  unknownPath("answers 404 to another case of the path", "/API/V1/airlines/DL"),
  unknownPath("answers 404 to the prefix", API),
  unknownPath("answers 404 to a path that names a host", "//evil.example/a"),
  unknownPath("answers 404 to an unknown path", "/wp-login.php"),
  unknownPath("answers 404 to a file outside the downloads", "/data/..%2F..%2Fcurrent"),
  unknownPath("answers 404 to a download that does not exist", "/data/nothing.csv"),
];

export const PARAMETER_CASES: readonly Behaviour[] = [...CLEANED, ...MALFORMED, ...PATHS];
