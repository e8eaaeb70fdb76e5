// Prints the size of what goes to the edge and exits 1 above the budget. Part of `npm run check`.
import { BUDGET_GZIP_BYTES, bundlePortable } from "./portable-bundle.ts";

const LARGEST = 3;
const { bytes, gzipBytes, inputs } = await bundlePortable(process.cwd());
const largest = inputs.slice(0, LARGEST).map(({ path, bytes: size }) => `${path} ${kilobytes(size)}`);
console.log(
  `worker: ${kilobytes(gzipBytes)} gzip of ${kilobytes(BUDGET_GZIP_BYTES)} allowed, ${kilobytes(bytes)} minified, ${inputs.length} files; largest ${largest.join(", ")}`,
);
if (gzipBytes > BUDGET_GZIP_BYTES) process.exitCode = 1;

function kilobytes(size: number): string {
  return `${(size / 1000).toFixed(1)} kB`;
}
