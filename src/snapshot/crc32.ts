// CRC-32 (IEEE 802.3, as in gzip and PNG) in portable code; on Node the programs pass zlib's native one instead.

export type Checksum = (bytes: Uint8Array) => number;

const TABLES = buildTables();

/** Four bytes a step: about three times as fast as the classic one-table loop. */
export const crc32: Checksum = (bytes) => {
  const [t0, t1, t2, t3] = TABLES;
  let crc = ~0;
  let at = 0;
  for (const end = bytes.length - 3; at < end; at += 4) {
    crc ^=
      byte(bytes, at) |
      (byte(bytes, at + 1) << 8) |
      (byte(bytes, at + 2) << 16) |
      (byte(bytes, at + 3) << 24);
    crc =
      entry(t3, crc & 255) ^
      entry(t2, (crc >>> 8) & 255) ^
      entry(t1, (crc >>> 16) & 255) ^
      entry(t0, crc >>> 24);
  }
  for (; at < bytes.length; at++) crc = (crc >>> 8) ^ entry(t0, (crc ^ byte(bytes, at)) & 255);
  return ~crc >>> 0;
};

function byte(bytes: Uint8Array, at: number): number {
  return bytes[at] as number;
}

function entry(table: Int32Array, at: number): number {
  return table[at] as number;
}

function buildTables(): readonly [Int32Array, Int32Array, Int32Array, Int32Array] {
  const first = Int32Array.from({ length: 256 }, (_, value) => {
    let crc = value;
    for (let bit = 0; bit < 8; bit++) crc = crc & 1 ? (crc >>> 1) ^ 0xedb88320 : crc >>> 1;
    return crc;
  });
  const next = (table: Int32Array) => table.map((crc) => (crc >>> 8) ^ entry(first, crc & 255));
  const second = next(first);
  const third = next(second);
  return [first, second, third, next(third)];
}
