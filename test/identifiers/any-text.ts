// Arbitrary text for property tests: any UTF-16 units, half of them ASCII, lone surrogates included.
// fast-check's own "binary" strings would do, but take a second to start in every test file.
import fc from "fast-check";

export function anyText(maxLength: number): fc.Arbitrary<string> {
  const unit = fc.oneof(fc.integer({ min: 0, max: 0x7f }), fc.integer({ min: 0, max: 0xffff }));
  return fc.array(unit, { maxLength }).map((units) => String.fromCharCode(...units));
}
