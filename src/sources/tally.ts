// The account of a source: every row is either used or counted with a reason, and the sums must agree.

export class Tally {
  used = 0;
  readonly rejected = new Map<string, number>();

  use(): void {
    this.used++;
  }

  reject(reason: string, rows = 1): void {
    this.rejected.set(reason, (this.rejected.get(reason) ?? 0) + rows);
  }

  get total(): number {
    let total = this.used;
    for (const rows of this.rejected.values()) total += rows;
    return total;
  }
}
