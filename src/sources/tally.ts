// The account of a source: every row is either used or counted with a reason, and the sums must agree.
import { SourceError } from "./source-error.ts";

export class Tally {
  used = 0;
  readonly rejected = new Map<string, number>();
  /** Fields of used rows that were left out, by reason. */
  readonly remarks = new Map<string, number>();

  use(): void {
    this.used++;
  }

  reject(reason: string, rows = 1): void {
    this.rejected.set(reason, (this.rejected.get(reason) ?? 0) + rows);
  }

  remark(reason: string): void {
    this.remarks.set(reason, (this.remarks.get(reason) ?? 0) + 1);
  }

  get total(): number {
    let total = this.used;
    for (const rows of this.rejected.values()) total += rows;
    return total;
  }

  /** A file of which nothing can be used is another file: an error page, say. Upstreams are never empty. */
  demandSome(path: string): void {
    if (this.used > 0) return;
    const reasons = [...this.rejected].map(([reason, rows]) => `${rows} × ${reason}`).join(", ");
    throw new SourceError(
      path,
      null,
      `no row of it can be used (${reasons || "it has none"}); fetch it again`,
    );
  }
}
